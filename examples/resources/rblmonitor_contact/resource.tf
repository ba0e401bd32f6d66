resource "rblmonitor_contact_group" "operators" {
  name = "Operators"
}

# The service sends a code to the address. The contact is pending until somebody confirms it with that code.
resource "rblmonitor_contact" "postmaster" {
  contact        = "postmaster@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.operators.id]
}

variable "alerts_key" {
  description = "Key with which alerts are posted."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# What args_wo holds reaches no plan and no state. Another version sends it again, with a new contact.
resource "rblmonitor_contact" "alerts" {
  contact         = "https://alerts.example.com/blocklists"
  type            = "endpoint"
  contact_groups  = [rblmonitor_contact_group.operators.id]
  args_wo         = { key = var.alerts_key }
  args_wo_version = 1
}
