import requests


def get(url, auth, **params):
    return requests.get(url, params=params, auth=auth, timeout=30).json()


def post(url, auth, **data):
    return requests.post(url, data=data, auth=auth, timeout=30).json()
