package mailrep

const (
	baseURL       = "https://api.example.com/3.0"
	pathHosts     = "/hosts.json"
	pathHostAdd   = "/host/add.json"
	pathContacts  = "/contacts.json"
	pathRBLPause  = "/rbl/pause/%s.json"
)

type envelope struct {
	StatusMessage string `json:"status_message"`
	TotalContacts int    `json:"total_contacts"`
}

func (h host) Bad() bool {
	switch h.Listed {
	case 1:
		return true
	}
	return false
}
