list "rblmonitor_monitoring_profile" "own_selection" {
  provider = rblmonitor

  config {
    sync_method = "use_my_selections"
  }
}
