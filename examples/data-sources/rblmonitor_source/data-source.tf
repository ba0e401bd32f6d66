# A built-in or custom source, by hostname or by id.
data "rblmonitor_source" "company" {
  host = "bl.example.net"
}

resource "rblmonitor_monitoring_profile" "company" {
  name      = "The company's blocklist"
  frequency = "6_hours"
  entries   = [data.rblmonitor_source.company.id]
}
