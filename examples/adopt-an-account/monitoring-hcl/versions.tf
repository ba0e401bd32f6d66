terraform {
  required_version = ">= 1.5"

  required_providers {
    rblmonitor = {
      source  = "rblmonitor/rblmonitor"
      version = "~> 0.1"
    }
  }
}
