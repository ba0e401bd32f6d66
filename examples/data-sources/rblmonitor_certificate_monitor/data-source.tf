# By hostname, with the protocol if it has several, or by id.
data "rblmonitor_certificate_monitor" "shop" {
  hostname = "shop.example.com"
  protocol = "https"
}

output "days_left" {
  value = data.rblmonitor_certificate_monitor.shop.expiry_days
}
