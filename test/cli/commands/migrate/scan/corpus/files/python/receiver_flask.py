"""Receives the monitor's events and posts them to chat."""
import hashlib
import hmac
import os

from flask import Flask, abort, request

app = Flask(__name__)


@app.route("/rbl-events", methods=["POST"])
def events():
    event = request.get_json(force=True)
    if event["type"] == "rbl.host.listed":
        chat(":rotating_light: %s is listed" % event["host"])
    elif event["type"] == "rbl.host.delisted":
        chat(":tada: %s is clean" % event["host"])
    elif event["type"].startswith("billing."):
        chat("billing: %s" % event["type"])
    return "", 204


def chat(text):
    import requests
    requests.post(os.environ["CHAT_HOOK"], json={"text": text})
