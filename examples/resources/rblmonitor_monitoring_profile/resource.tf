# Checks all sources of the service's catalogue, also those that it adds later.
resource "rblmonitor_monitoring_profile" "hourly" {
  name      = "All blocklists, every hour"
  frequency = "1_hour"
}

resource "rblmonitor_source" "internal" {
  host = "bl.example.com"
  type = "rbl"
}

# Checks these sources and no others.
resource "rblmonitor_monitoring_profile" "internal" {
  name      = "Our own blocklist, every day"
  frequency = "24_hours"
  entries   = [rblmonitor_source.internal.id]
}
