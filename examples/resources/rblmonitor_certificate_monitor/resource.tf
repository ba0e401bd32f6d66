resource "rblmonitor_contact_group" "web" {
  name = "Web team"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_certificate_profile" "web" {
  name                  = "Web servers"
  expiration_thresholds = [21, 7]

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_certificate_monitor" "shop" {
  hostname       = "shop.example.com"
  protocol       = "https"
  name           = "shop"
  profile        = rblmonitor_certificate_profile.web.id
  contact_groups = [rblmonitor_contact_group.web.id]
  tags           = ["public"]
}

# The certificate of a mail server on a different port.
resource "rblmonitor_certificate_monitor" "submission" {
  hostname       = "mail.example.com:587"
  protocol       = "smtp"
  name           = "submission"
  profile        = rblmonitor_certificate_profile.web.id
  contact_groups = [rblmonitor_contact_group.web.id]
}
