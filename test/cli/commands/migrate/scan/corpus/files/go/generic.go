package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
)

var base = flag.String("base", "https://rbl.example.net/api/3.0", "root of the API")

type envelope struct {
	StatusMessage string          `json:"status_message"`
	TotalRBLs     int             `json:"total_rbls"`
	Data          json.RawMessage `json:"data"`
}

func endpoint(segments ...string) string {
	u, _ := url.Parse(*base)
	u.Path = path.Join(append([]string{u.Path}, segments...)...) + ".json"
	return u.String()
}

func main() {
	flag.Parse()
	switch flag.Arg(0) {
	case "lists":
		get(endpoint("rbls"))
	case "show":
		get(endpoint("rbl", flag.Arg(1)))
	case "resume":
		post(endpoint("rbl", "resume", flag.Arg(1)), nil)
	case "status":
		get(endpoint("check", "status", flag.Arg(1)) + "?details=1")
	case "profile":
		post(endpoint("rblprofile", "update", flag.Arg(1)), url.Values{"is_default": {"1"}})
	}
}

func get(u string) {
	resp, err := http.Get(u)
	if err != nil {
		panic(err)
	}
	body, _ := io.ReadAll(resp.Body)
	fmt.Println(string(body))
}
