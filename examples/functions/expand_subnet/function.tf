# ["198.51.100.8", "198.51.100.9", "198.51.100.10", "198.51.100.11"]
output "addresses" {
  value = provider::rblmonitor::expand_subnet("198.51.100.8/30")
}
