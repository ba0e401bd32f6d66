data "rblmonitor_listings" "mail" {
  name_pattern = "mx*"
}

output "listed_since" {
  value = { for host in data.rblmonitor_listings.mail.hosts : host.host => host.first_listed }
}
