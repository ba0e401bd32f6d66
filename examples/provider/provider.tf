terraform {
  required_providers {
    rblmonitor = {
      source  = "rblmonitor/rblmonitor"
      version = "~> 0.1"
    }
  }
}

# Authenticates with RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID, and RBLMONITOR_AUTH_TOKEN.
provider "rblmonitor" {
  # Leaves 400 of the account's 1,000 requests per hour to other programs.
  max_requests_per_hour = 600
}

resource "rblmonitor_contact_group" "administrators" {
  name = "Administrators"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact" "administrator" {
  contact        = "admin@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.administrators.id]
}

resource "rblmonitor_monitoring_profile" "daily" {
  name      = "Every day"
  frequency = "24_hours"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_host" "relay" {
  host           = "203.0.113.10"
  name           = "relay"
  profile        = rblmonitor_monitoring_profile.daily.id
  contact_groups = [rblmonitor_contact_group.administrators.id]
}
