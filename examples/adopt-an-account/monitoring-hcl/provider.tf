# The account is not written here: RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN name it.
provider "rblmonitor" {}
