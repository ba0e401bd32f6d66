# Alerts a month, two weeks and three days before a certificate expires, and on every kind of error, but not when the
# certificate is replaced.
resource "rblmonitor_certificate_profile" "public" {
  name                  = "Public certificates"
  expiration_thresholds = [30, 14, 3]
  alert_on_caa_failure  = true
  alert_on_changes      = false

  lifecycle {
    create_before_destroy = true
  }
}
