# All domain name blocklists, built-in and custom.
data "rblmonitor_sources" "domains" {
  type = "uribl"
}

resource "rblmonitor_monitoring_profile" "domains" {
  name      = "Domains"
  frequency = "12_hours"
  entries   = data.rblmonitor_sources.domains.sources[*].id
}
