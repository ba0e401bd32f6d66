data "rblmonitor_certificate_monitors" "public" {
  tag = "public"
}

output "expires_in" {
  value = {
    for monitor in data.rblmonitor_certificate_monitors.public.certificate_monitors :
    "${monitor.hostname} ${monitor.protocol}" => monitor.expiry_days
  }
}
