resource "rblmonitor_monitoring_profile" "default" {
  name       = "Default"
  frequency  = "24_hours"
  is_default = true

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_monitoring_profile" "deliverability" {
  name      = "Deliverability"
  frequency = "24_hours"
  entries   = [rblmonitor_source.bl_partner_example_net.id]

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_monitoring_profile" "mail_hourly" {
  name      = "Mail - hourly!"
  frequency = "1_hour"

  lifecycle {
    create_before_destroy = true
  }
}
