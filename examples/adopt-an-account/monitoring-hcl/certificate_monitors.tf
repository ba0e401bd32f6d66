resource "rblmonitor_certificate_monitor" "mail_mail_example_com_imaps" {
  hostname       = "mail.example.com"
  protocol       = "imaps"
  name           = "Mail"
  profile        = rblmonitor_certificate_profile.certificate_profile_30_14_3_days.id
  contact_groups = [rblmonitor_contact_group.default.id]
}

resource "rblmonitor_certificate_monitor" "mail_mail_example_com_smtp" {
  hostname       = "mail.example.com"
  protocol       = "smtp"
  name           = "Mail"
  profile        = rblmonitor_certificate_profile.certificate_profile_30_14_3_days.id
  contact_groups = [rblmonitor_contact_group.default.id]
}

resource "rblmonitor_certificate_monitor" "website" {
  hostname       = "www.example.com"
  protocol       = "https"
  name           = "Website"
  profile        = rblmonitor_certificate_profile.certificate_profile_30_14_3_days.id
  contact_groups = [rblmonitor_contact_group.default.id]
}
