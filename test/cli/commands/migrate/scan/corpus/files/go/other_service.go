package statuspage

import (
	"context"
	"fmt"
	"net/http"
)

// endpoint of the status page's API.
const endpoint = "https://status.example.org/api/3.0"

type Component struct {
	ID     string `json:"id"`
	Listed bool   `json:"listed"`
}

func (c *Client) Components(ctx context.Context) ([]Component, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", endpoint+"/components", nil)
	if err != nil {
		return nil, fmt.Errorf("components: %w", err)
	}
	var out struct{ Data []Component }
	return out.Data, c.do(req, &out)
}
