resource "rblmonitor_contact_group" "on_call" {
  name = "On call"

  lifecycle {
    create_before_destroy = true
  }
}

# The default group of new hosts and contacts without a group. An account has one default at a time.
resource "rblmonitor_contact_group" "everybody" {
  name       = "Everybody"
  is_default = true
}
