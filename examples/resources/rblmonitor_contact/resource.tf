resource "rblmonitor_contact_group" "operators" {
  name = "Operators"

  lifecycle {
    create_before_destroy = true
  }
}

# The service sends a code to the address. The contact is pending until it is confirmed with that code.
resource "rblmonitor_contact" "postmaster" {
  contact        = "postmaster@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.operators.id]
}

variable "alerts_key" {
  description = "Key for posting alerts."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# args_wo is never stored in a plan or state. A new version replaces the contact and sends the new values.
resource "rblmonitor_contact" "alerts" {
  contact         = "https://alerts.example.com/blocklists"
  type            = "endpoint"
  contact_groups  = [rblmonitor_contact_group.operators.id]
  args_wo         = { key = var.alerts_key }
  args_wo_version = 1
}
