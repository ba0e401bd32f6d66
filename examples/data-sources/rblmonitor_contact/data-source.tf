# By destination, with the type if several contacts share it, or by id.
data "rblmonitor_contact" "postmaster" {
  contact = "postmaster@example.com"
}

output "confirmed" {
  value = data.rblmonitor_contact.postmaster.status != "pending"
}
