terraform import rblmonitor_contact_group.on_call CG0123456789abcdef0123456789abcdef

# Or by its name:
terraform import rblmonitor_contact_group.on_call "On call"
