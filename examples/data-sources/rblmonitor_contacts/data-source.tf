# Contacts that are not confirmed yet.
data "rblmonitor_contacts" "pending" {
  status = "pending"
}

output "to_be_confirmed" {
  value = data.rblmonitor_contacts.pending.contacts[*].contact
}
