# Those who still have to confirm that they are to be notified.
data "rblmonitor_contacts" "pending" {
  status = "pending"
}

output "to_be_confirmed" {
  value = data.rblmonitor_contacts.pending.contacts[*].contact
}
