# By address, domain name, or subnet, or by id.
data "rblmonitor_host" "mx" {
  host = "192.0.2.25"
}

output "mx_listed_by" {
  value = data.rblmonitor_host.mx.listed_details[*].host
}
