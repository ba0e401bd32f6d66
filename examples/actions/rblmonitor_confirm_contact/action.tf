resource "rblmonitor_contact_group" "duty" {
  name = "Duty"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact" "duty" {
  contact        = "duty@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.duty.id]
}

# The code from the message, in TF_VAR_code. Not ephemeral, because -invoke passes no ephemeral values.
variable "code" {
  type      = string
  default   = "not received"
  sensitive = true
}

# To confirm the contact by hand: terraform apply -invoke=action.rblmonitor_confirm_contact.duty
action "rblmonitor_confirm_contact" "duty" {
  config {
    contact              = rblmonitor_contact.duty.id
    confirmation_code_wo = var.code
  }
}

variable "confirmation" {
  type    = number
  default = 1
}

# A new number confirms the contact in an apply.
resource "terraform_data" "confirmation" {
  input = var.confirmation

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.rblmonitor_confirm_contact.duty]
    }
  }
}
