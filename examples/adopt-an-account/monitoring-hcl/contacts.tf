resource "rblmonitor_contact" "contact_15550100" {
  contact        = "+15550100"
  type           = "sms"
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  paused         = true
}

resource "rblmonitor_contact" "noc_example_com" {
  contact        = "noc@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.default.id, rblmonitor_contact_group.mail_team.id]
}

resource "rblmonitor_contact" "postmaster_example_com" {
  contact        = "postmaster@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.mail_team.id]
}
