# An object that another configuration manages.
data "rblmonitor_contact_group" "on_call" {
  name = "On call"
}

resource "rblmonitor_contact" "night_shift" {
  contact        = "night-shift@example.org"
  type           = "email"
  contact_groups = [data.rblmonitor_contact_group.on_call.id]
}
