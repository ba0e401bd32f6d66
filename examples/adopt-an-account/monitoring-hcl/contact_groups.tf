resource "rblmonitor_contact_group" "default" {
  name       = "Default"
  is_default = true

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact_group" "mail_team" {
  name = "Mail team"

  lifecycle {
    create_before_destroy = true
  }
}
