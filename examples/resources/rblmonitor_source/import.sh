terraform import rblmonitor_source.company RB0123456789abcdef0123456789abcdef

# Or by its hostname:
terraform import rblmonitor_source.company bl.example.net
