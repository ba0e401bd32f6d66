resource "rblmonitor_contact_group" "default" {
  name       = "Default"
  is_default = true
}

resource "rblmonitor_contact_group" "mail_team" {
  name = "Mail team"
}
