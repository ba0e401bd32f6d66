terraform import rblmonitor_host.mx HT0123456789abcdef0123456789abcdef

# Or by its address, domain name, or subnet:
terraform import rblmonitor_host.mx 192.0.2.25

# A subnet by its CIDR, also if the service stores it as separate hosts:
terraform import rblmonitor_host.outbound 198.51.100.16/29
