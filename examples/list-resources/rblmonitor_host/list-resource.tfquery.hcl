# Lists the active hosts with a tag. Without the block `config`, no filter applies.
list "rblmonitor_host" "inbound" {
  provider = rblmonitor
  limit    = 1000

  config {
    tag    = "inbound"
    paused = false
  }
}
