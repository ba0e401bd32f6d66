terraform {
  required_providers {
    rblmonitor = {
      source  = "rblmonitor/rblmonitor"
      version = "~> 0.1"
    }
  }
}

# RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN name the account.
provider "rblmonitor" {
  # Leaves the rest of the account's 1,000 requests an hour to others.
  max_requests_per_hour = 600
}
