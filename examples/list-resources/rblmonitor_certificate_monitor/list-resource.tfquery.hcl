list "rblmonitor_certificate_monitor" "https" {
  provider = rblmonitor

  config {
    protocol         = "https"
    hostname_pattern = "*.example.com"
  }
}
