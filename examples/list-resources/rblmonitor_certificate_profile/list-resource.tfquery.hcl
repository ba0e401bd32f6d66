list "rblmonitor_certificate_profile" "all" {
  provider = rblmonitor
}
