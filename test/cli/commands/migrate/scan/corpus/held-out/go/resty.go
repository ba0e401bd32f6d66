package reputation

import (
	"strconv"

	"github.com/go-resty/resty/v2"
)

type Host struct {
	ID     string `json:"id"`
	Listed int    `json:"listed"`
}

func New(sid, token string) *resty.Client {
	return resty.New().SetBaseURL("https://api.example.com/3.0").SetBasicAuth(sid, token)
}

func List(c *resty.Client, page int) (hosts []Host, err error) {
	var out struct{ Data []Host }
	_, err = c.R().SetQueryParam("page", strconv.Itoa(page)).SetResult(&out).Get("/hosts.json")
	for _, h := range out.Data {
		if h.Listed != 0 {
			hosts = append(hosts, h)
		}
	}
	return
}

func Add(c *resty.Client, host, name, profile string) error {
	_, err := c.R().SetFormData(map[string]string{
		"host": host, "name": name, "type": "rbl", "rbl_profile": profile,
	}).Post("/host/add.json")
	return err
}

func Resend(c *resty.Client, id string) error {
	_, err := c.R().SetPathParam("id", id).Post("/contact/resend/{id}.json")
	return err
}
