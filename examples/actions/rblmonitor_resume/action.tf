resource "rblmonitor_contact_group" "owners" {
  name = "Owners of the archive"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_monitoring_profile" "daily" {
  name      = "Archive"
  frequency = "24_hours"

  lifecycle {
    create_before_destroy = true
  }
}

# Stays paused across applies. Without ignore_changes, the next apply would resume it.
resource "rblmonitor_host" "archive" {
  host           = "203.0.113.80"
  name           = "archive"
  profile        = rblmonitor_monitoring_profile.daily.id
  contact_groups = [rblmonitor_contact_group.owners.id]

  lifecycle {
    ignore_changes = [paused]
  }
}

# To begin maintenance: terraform apply -invoke=action.rblmonitor_pause.maintenance
action "rblmonitor_pause" "maintenance" {
  config {
    objects = [rblmonitor_host.archive.id]
  }
}

# To end maintenance: terraform apply -invoke=action.rblmonitor_resume.maintenance
action "rblmonitor_resume" "maintenance" {
  config {
    objects = [rblmonitor_host.archive.id]
  }
}

variable "migrated" {
  type    = string
  default = "2026-11"
}

# Placeholder for a migration that ends the maintenance.
resource "terraform_data" "migration" {
  input = var.migrated

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.rblmonitor_resume.maintenance]
    }
  }
}
