terraform import rblmonitor_contact.postmaster CO0123456789abcdef0123456789abcdef

# Or by its destination:
terraform import rblmonitor_contact.postmaster postmaster@example.com
