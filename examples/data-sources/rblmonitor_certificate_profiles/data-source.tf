data "rblmonitor_certificate_profiles" "default" {
  is_default = true
}

output "default_thresholds" {
  value = one(data.rblmonitor_certificate_profiles.default.certificate_profiles[*].expiration_thresholds)
}
