terraform import rblmonitor_host.mx HT0123456789abcdef0123456789abcdef

# Or by its address, domain name or subnet:
terraform import rblmonitor_host.mx 192.0.2.25
