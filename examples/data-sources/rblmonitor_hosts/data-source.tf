# All filters must match.
data "rblmonitor_hosts" "listed_inbound" {
  tag    = "inbound"
  listed = true
}

output "listed_inbound" {
  value = data.rblmonitor_hosts.listed_inbound.hosts[*].name
}
