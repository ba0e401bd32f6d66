data "rblmonitor_rate_limit" "now" {}

output "requests_an_hour" {
  value = data.rblmonitor_rate_limit.now.limit
}
