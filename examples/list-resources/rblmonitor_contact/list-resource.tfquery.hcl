list "rblmonitor_contact" "email" {
  provider = rblmonitor

  config {
    type = "email"
  }
}
