list "rblmonitor_contact_group" "teams" {
  provider = rblmonitor

  config {
    name_pattern = "*team*"
  }
}
