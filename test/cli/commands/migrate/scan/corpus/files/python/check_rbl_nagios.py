#!/usr/bin/env python3
import json, os, sys, base64
from urllib.request import Request, urlopen

URL = os.environ.get("RBL_URL", "https://rbl.example.net/api/3.0")

def main():
    req = Request(f"{URL}/listings.json?page=1&page_size=100")
    cred = f"{os.environ['RBL_SID']}:{os.environ['RBL_TOKEN']}".encode()
    req.add_header("Authorization", "Basic " + base64.b64encode(cred).decode())
    try:
        body = json.load(urlopen(req, timeout=20))
    except Exception as e:
        print("UNKNOWN - %s" % e)
        return 3
    if int(body["status_code"]) != 200:
        print("UNKNOWN - " + body["status_message"])
        return 3
    n = body["total_listed"]
    bad = [h["host"] for h in body["data"] if h["listed"]]
    if n > 0:
        print("CRITICAL - %d listed: %s | listed=%d" % (n, ", ".join(bad), n))
        return 2
    print("OK - none of %d hosts listed | listed=0" % body["total_hosts"])
    return 0

sys.exit(main())
