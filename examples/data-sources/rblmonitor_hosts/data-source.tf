# Arguments narrow the list; what all of them accept is kept.
data "rblmonitor_hosts" "listed_inbound" {
  tag    = "inbound"
  listed = true
}

output "listed_inbound" {
  value = data.rblmonitor_hosts.listed_inbound.hosts[*].name
}
