import responses
from rbl import Monitor

BASE = "https://api.rblmonitor.example/3.0"


@responses.activate
def test_listings():
    responses.add(
        responses.GET,
        BASE + "/listings.json",
        json={"status_code": 200, "status_message": "OK", "version": "3.0.12", "page": 1, "total_pages": 1,
              "total_hosts": 1, "total_listed": 1, "data": [{"host": "192.0.2.1", "listed": 1}]},
    )
    assert Monitor("AC", "x").listings()[0]["host"] == "192.0.2.1"


@responses.activate
def test_add():
    responses.add(responses.POST, BASE + "/host/add.json", json={"data": [{"id": "HT" + "0" * 32}]})
    assert Monitor("AC", "x").add("192.0.2.2", "mx2")["data"][0]["id"].startswith("HT")
    assert "rbl_profile=" in responses.calls[0].request.body
