data "rblmonitor_certificate_errors" "now" {}

output "errors" {
  value = [for error in data.rblmonitor_certificate_errors.now.errors : "${error.hostname}: ${error.message}"]
}
