# By destination, and by type where several contacts have it, or by id.
data "rblmonitor_contact" "postmaster" {
  contact = "postmaster@example.com"
}

output "confirmed" {
  value = data.rblmonitor_contact.postmaster.status != "pending"
}
