resource "rblmonitor_manual_check" "example" {
  host = "example.com"
  wait = false
}

data "rblmonitor_check_status" "example" {
  id      = rblmonitor_manual_check.example.id
  details = true
}

output "check_finished" {
  value = data.rblmonitor_check_status.example.finished
}
