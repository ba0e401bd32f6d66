data "rblmonitor_contact_groups" "teams" {
  name_pattern = "* team"
}

output "teams" {
  value = data.rblmonitor_contact_groups.teams.contact_groups[*].name
}
