resource "rblmonitor_contact_group" "postmasters" {
  name = "Postmasters of the relay"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_monitoring_profile" "mail" {
  name      = "Mail relay"
  frequency = "1_hour"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_host" "relay" {
  host           = "203.0.113.25"
  name           = "relay"
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}

resource "rblmonitor_host" "outbound" {
  host           = "203.0.113.48/29"
  name           = "outbound"
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.postmasters.id]
}

locals {
  # A subnet can have one host per address.
  monitored = concat([rblmonitor_host.relay.id], rblmonitor_host.outbound.members[*].id)
}

# To pause them by hand: terraform apply -invoke=action.rblmonitor_pause.update
action "rblmonitor_pause" "update" {
  config {
    objects = local.monitored
  }
}

action "rblmonitor_resume" "update" {
  config {
    objects = local.monitored
  }
}

variable "release" {
  type    = string
  default = "1.4.2"
}

# Placeholder for a server. An update pauses its monitoring and then resumes it, so that the next plan shows no drift.
resource "terraform_data" "server" {
  input = var.release

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.rblmonitor_pause.update]
    }
    action_trigger {
      events  = [after_update]
      actions = [action.rblmonitor_resume.update]
    }
  }
}
