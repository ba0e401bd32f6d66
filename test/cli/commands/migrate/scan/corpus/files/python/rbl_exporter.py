"""Prometheus exporter. Configure with config.yml next to it."""
import time
import yaml
import requests
from prometheus_client import Gauge, start_http_server

LISTED = Gauge("rbl_listed", "1 if the host is listed", ["host"])
TOTAL = Gauge("rbl_hosts", "hosts")
CONF = yaml.safe_load(open("config.yml"))


def collect():
    url = CONF["url"].rstrip("/") + "/3.0/hosts.json"
    page = 1
    while True:
        body = requests.get(url, params=dict(page=page, page_size=100), auth=(CONF["sid"], CONF["token"])).json()
        TOTAL.set(body.get("total_hosts"))
        for h in body["data"]:
            LISTED.labels(h["host"]).set(1 if int(h["listed"]) == 1 else 0)
        if page >= body["total_pages"]:
            break
        page += 1


start_http_server(9115)
while True:
    collect()
    time.sleep(300)
