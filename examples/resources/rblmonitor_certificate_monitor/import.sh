terraform import rblmonitor_certificate_monitor.shop CM0123456789abcdef0123456789abcdef

# Or by its hostname and protocol:
terraform import rblmonitor_certificate_monitor.shop shop.example.com/https
