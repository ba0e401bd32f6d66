terraform import rblmonitor_monitoring_profile.hourly RP0123456789abcdef0123456789abcdef

# Or by its name:
terraform import rblmonitor_monitoring_profile.hourly "All blocklists, every hour"
