import json
import sys

hosts = json.load(open("hosts.json"))
listed = sum(h["listed"] for h in hosts)
by_type = {}
for h in hosts:
    by_type.setdefault(h["type"], []).append(h["host"])
print("version 3.0", len(hosts), "hosts,", listed, "listed", file=sys.stderr)
json.dump(by_type, sys.stdout)
open("/var/www/contacts.json", "w").write(json.dumps([]))
requests_path = "/hosts"
