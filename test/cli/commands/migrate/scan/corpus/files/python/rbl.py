#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""Library for the RBL monitoring API (3.0)."""
import requests

BASE_URL = "https://api.rblmonitor.example/3.0"


class Monitor(object):
    def __init__(self, sid, token):
        self.auth = (sid, token)

    def _get(self, path, **params):
        r = requests.get("%s/%s.json" % (BASE_URL, path), params=params, auth=self.auth)
        r.raise_for_status()
        return r.json()

    def _post(self, path, **data):
        return requests.post("%s/%s.json" % (BASE_URL, path), data=data, auth=self.auth).json()

    def listings(self):
        return self._get("listings", page_size=500)["data"]

    def profiles(self):
        return self._get("rblprofiles")["data"]

    def default_profile(self):
        for p in self.profiles():
            if p["is_default"] == 1:
                return p["id"]

    def add(self, host, name):
        return self._post("host/add", host=host, name=name, type="rbl",
                          rbl_profile=self.default_profile())

    def update(self, sid, **fields):
        return self._post("host/update/%s" % sid, **fields)

    def check(self, host):
        started = self._post("check/start", host=host, details=1)
        return started["data"]["id"]

    def status(self, check_id):
        return self._get("check/status/{}".format(check_id))
