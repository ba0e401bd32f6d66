terraform import rblmonitor_certificate_profile.public CP0123456789abcdef0123456789abcdef

# Or by its name:
terraform import rblmonitor_certificate_profile.public "Public certificates"
