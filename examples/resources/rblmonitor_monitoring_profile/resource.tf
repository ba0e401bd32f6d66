# Checks all sources of the service's catalogue, including future ones.
resource "rblmonitor_monitoring_profile" "hourly" {
  name      = "All blocklists, every hour"
  frequency = "1_hour"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_source" "internal" {
  host = "bl.example.com"
  type = "rbl"
}

# Checks only these sources.
resource "rblmonitor_monitoring_profile" "internal" {
  name      = "Our own blocklist, every day"
  frequency = "24_hours"
  entries   = [rblmonitor_source.internal.id]
}
