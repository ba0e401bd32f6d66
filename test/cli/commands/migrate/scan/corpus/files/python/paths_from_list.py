import csv
import sys
from urllib.parse import urljoin

import requests

ROOT = "https://api.rblmonitor.example/3.0/"
session = requests.Session()
session.auth = tuple(open("/etc/rbl.cred").read().split())

EXPORTS = {
    "hosts": "hosts.json",
    "groups": "contactgroups.json",
    "people": "contacts.json",
    "lists": "rbls.json",
}

for name, path in EXPORTS.items():
    page, total = 1, 1
    with open(name + ".csv", "w") as f:
        out = csv.writer(f)
        while page <= total:
            body = session.get(urljoin(ROOT, path), params={"page": page}).json()
            total = body["total_pages"]
            for row in body["data"]:
                out.writerow([row["id"], row.get("name") or row.get("host")])
            page += 1
    print(name, "done", file=sys.stderr)
