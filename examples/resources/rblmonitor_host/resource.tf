resource "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact" "postmaster" {
  contact        = "postmaster@mail.example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}

resource "rblmonitor_monitoring_profile" "mail" {
  name      = "Mail servers"
  frequency = "1_hour"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_host" "mx" {
  host           = "192.0.2.25"
  name           = "mx"
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
  tags           = ["inbound", "amsterdam"]
}

resource "rblmonitor_host" "company_domain" {
  host           = "example.com"
  name           = "company domain"
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}

# One resource for a whole subnet. The hosts that the service creates for it are its members.
resource "rblmonitor_host" "outbound" {
  host           = "198.51.100.16/29"
  name           = "outbound"
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}
