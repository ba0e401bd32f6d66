resource "rblmonitor_contact_group" "on_call" {
  name = "On call"
}

# New hosts and contacts that name no group belong to this one. The account has one default at a time.
resource "rblmonitor_contact_group" "everybody" {
  name       = "Everybody"
  is_default = true
}
