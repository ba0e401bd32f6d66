# A custom blocklist, in addition to the service's catalogue.
resource "rblmonitor_source" "company" {
  host         = "bl.example.net"
  type         = "rbl"
  custom_codes = ["127.0.0.2", "127.0.0.3"]
}

resource "rblmonitor_source" "links" {
  host = "links.bl.example.org"
  type = "uribl"
}
