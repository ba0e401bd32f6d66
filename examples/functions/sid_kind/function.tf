# "contact_group"
output "kind" {
  value = provider::rblmonitor::sid_kind("CG0123456789abcdef0123456789abcdef")
}
