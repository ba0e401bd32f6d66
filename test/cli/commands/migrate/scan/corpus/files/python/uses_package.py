#!/usr/bin/env python3
# nightly: see wiki page "RBL monitor"
from rblmonitor_sdk import Client

client = Client.from_env(prefix="RBLMONITOR")
report = client.report()
for row in report.rows:
    print("%-40s %s" % (row.address, row.state))
