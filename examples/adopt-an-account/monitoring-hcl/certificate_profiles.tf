resource "rblmonitor_certificate_profile" "certificate_profile_30_14_3_days" {
  name                  = "30 / 14 / 3 days"
  expiration_thresholds = [3, 14, 30]
  alert_on_changes      = false

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_certificate_profile" "public_profile" {
  name                  = "Public Profile"
  expiration_thresholds = [0, 1, 7, 14, 30]
  is_default            = true

  lifecycle {
    create_before_destroy = true
  }
}
