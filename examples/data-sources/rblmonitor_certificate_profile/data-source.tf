data "rblmonitor_certificate_profile" "public" {
  name = "Public certificates"
}

data "rblmonitor_contact_group" "web" {
  name = "Web team"
}

resource "rblmonitor_certificate_monitor" "status_page" {
  hostname       = "status.example.org"
  protocol       = "https"
  name           = "status page"
  profile        = data.rblmonitor_certificate_profile.public.id
  contact_groups = [data.rblmonitor_contact_group.web.id]
}
