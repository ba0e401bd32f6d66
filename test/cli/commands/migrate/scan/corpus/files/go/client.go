package rblmon

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const root = "https://api.rblmonitor.example/3.0"

type Host struct {
	ID         string `json:"id"`
	Host       string `json:"host"`
	Listed     int    `json:"listed"`
	RBLProfile string `json:"rbl_profile"`
}

type hostPage struct {
	TotalHosts int    `json:"total_hosts"`
	TotalPages int    `json:"total_pages"`
	Data       []Host `json:"data"`
}

func (c *Client) Hosts(page int) (*hostPage, error) {
	var p hostPage
	err := c.get(fmt.Sprintf("%s/hosts.json?page=%d&page_size=100", root, page), &p)
	return &p, err
}

func (c *Client) Add(host, name string) error {
	form := url.Values{"host": {host}, "name": {name}, "type": {"rbl"}}
	return c.post(root+"/host/add.json", form)
}

func (c *Client) Pause(id string) error {
	return c.post(fmt.Sprintf("%s/host/%s/%s.json", root, "pause", id), nil)
}

func (c *Client) post(u string, form url.Values) error {
	req, _ := http.NewRequest(http.MethodPost, u, strings.NewReader(form.Encode()))
	req.SetBasicAuth(c.sid, c.token)
	return c.do(req, nil)
}
