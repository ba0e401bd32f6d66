resource "rblmonitor_contact_group" "on_call" {
  name = "On call"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact" "on_call" {
  contact        = "on-call@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.on_call.id]
}

# To send the message by hand: terraform apply -invoke=action.rblmonitor_resend_confirmation.on_call
action "rblmonitor_resend_confirmation" "on_call" {
  config {
    contact = rblmonitor_contact.on_call.id
  }
}

data "rblmonitor_contact" "on_call" {
  id = rblmonitor_contact.on_call.id
}

variable "reminder" {
  type    = number
  default = 1
}

# A new number resends the message, unless the contact is already confirmed.
resource "terraform_data" "reminder" {
  input = var.reminder

  lifecycle {
    action_trigger {
      events    = [after_update]
      condition = data.rblmonitor_contact.on_call.status == "pending"
      actions   = [action.rblmonitor_resend_confirmation.on_call]
    }
  }
}
