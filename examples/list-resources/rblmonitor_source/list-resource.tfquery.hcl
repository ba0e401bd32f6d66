list "rblmonitor_source" "domains" {
  provider = rblmonitor

  config {
    type = "uribl"
  }
}
