# Checks the address before the relay is created or changed. While the address is listed, the relay stays as it is.
# To check it by hand: terraform apply -invoke=action.rblmonitor_check.sender
action "rblmonitor_check" "sender" {
  config {
    host = terraform_data.address.output
  }
}

# Placeholder for a resource that provides an address.
resource "terraform_data" "address" {
  input = "192.0.2.25"
}

# Placeholder for a resource that sends from this address.
resource "terraform_data" "relay" {
  input = { sender = terraform_data.address.output, version = 1 }

  lifecycle {
    action_trigger {
      events  = [before_create, before_update]
      actions = [action.rblmonitor_check.sender]
    }
  }
}
