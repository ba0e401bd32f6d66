# Stops an apply while the address is listed. Later resources depend on the check.
resource "rblmonitor_manual_check" "sender" {
  host     = "192.0.2.10"
  triggers = { release = "1.4.2" }

  lifecycle {
    postcondition {
      condition     = self.listed == false
      error_message = "${self.host} is listed: nothing is sent from it."
    }
  }
}
