resource "rblmonitor_source" "bl_partner_example_net" {
  host         = "bl.partner.example.net"
  type         = "rbl"
  custom_codes = ["127.0.0.2", "127.0.0.3"]
}
