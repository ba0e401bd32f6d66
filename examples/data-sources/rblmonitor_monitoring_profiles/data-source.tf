data "rblmonitor_monitoring_profiles" "hourly" {
  frequency = "1_hour"
}

output "hourly" {
  value = data.rblmonitor_monitoring_profiles.hourly.monitoring_profiles[*].name
}
