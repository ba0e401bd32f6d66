ephemeral "rblmonitor_manual_check" "sender" {
  host = "192.0.2.11"
}

# Stops every plan and apply while the address is listed. (Terraform 1.11 cannot show a plan or a state as JSON if the
# condition is a postcondition of the ephemeral resource itself.)
output "sender" {
  value = "192.0.2.11"

  precondition {
    condition     = ephemeral.rblmonitor_manual_check.sender.listed == false
    error_message = "192.0.2.11 is listed."
  }
}
