# An object that another configuration manages.
data "rblmonitor_monitoring_profile" "mail" {
  name = "Mail servers"
}

data "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters"
}

resource "rblmonitor_host" "newsletter" {
  host           = "203.0.113.40"
  name           = "newsletter"
  profile        = data.rblmonitor_monitoring_profile.mail.id
  contact_groups = [data.rblmonitor_contact_group.postmasters.id]
}
