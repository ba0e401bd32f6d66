resource "rblmonitor_host" "company_domain_example_com" {
  host           = "example.com"
  name           = "Company domain"
  profile        = rblmonitor_monitoring_profile.default.id
  contact_groups = [rblmonitor_contact_group.default.id]
}

resource "rblmonitor_host" "company_domain_shop_example_com" {
  host           = "shop.example.com"
  name           = "Company domain"
  profile        = rblmonitor_monitoring_profile.default.id
  contact_groups = [rblmonitor_contact_group.default.id]
}

resource "rblmonitor_host" "mx1" {
  host           = "192.0.2.11"
  name           = "mx1"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  tags           = ["inbound"]
}

resource "rblmonitor_host" "mx2" {
  host           = "192.0.2.12"
  name           = "mx2"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  tags           = ["inbound"]
}

resource "rblmonitor_host" "newsletter_pool_198_51_100_16" {
  host           = "198.51.100.16"
  name           = "Newsletter pool"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  tags           = ["bulk"]
}

resource "rblmonitor_host" "newsletter_pool_198_51_100_17" {
  host           = "198.51.100.17"
  name           = "Newsletter pool"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  tags           = ["bulk"]
}

resource "rblmonitor_host" "newsletter_pool_198_51_100_18" {
  host           = "198.51.100.18"
  name           = "Newsletter pool"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  tags           = ["bulk"]
}

resource "rblmonitor_host" "newsletter_pool_198_51_100_19" {
  host           = "198.51.100.19"
  name           = "Newsletter pool"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  tags           = ["bulk"]
}

resource "rblmonitor_host" "old_relay_do_not_use" {
  host           = "192.0.2.20"
  name           = "Old relay (do not use)"
  profile        = rblmonitor_monitoring_profile.mail_hourly.id
  contact_groups = [rblmonitor_contact_group.mail_team.id]
  paused         = true
}

resource "rblmonitor_host" "tracking" {
  host           = "links.example.org"
  name           = "Tracking"
  profile        = rblmonitor_monitoring_profile.deliverability.id
  contact_groups = [rblmonitor_contact_group.default.id]
}
