package metrics

import "log"

type zone struct {
	Name   string
	Listed bool
	Hosts  []string
}

func total(zones []zone) (n int) {
	for _, z := range zones {
		if z.Listed {
			n += len(z.Hosts)
		}
	}
	log.Printf("hosts: %d, contacts: %d", n, 0)
	return n
}

const hostsFile = "/etc/hosts"
