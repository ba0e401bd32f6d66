import argparse
import os
import requests

API = os.getenv("MAILREP_API", "https://api.example.com/3.0")
COMMANDS = {
    "pause": ("POST", "/host/pause/{sid}.json"),
    "resume": ("POST", "/host/resume/{sid}.json"),
    "show": ("GET", "/host/{sid}.json"),
    "lists": ("GET", "/rbls.json"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("sid", nargs="?")
    args = parser.parse_args()
    method, path = COMMANDS[args.command]
    url = API + path.format(sid=args.sid)
    answer = requests.request(method, url, auth=(os.environ["SID"], os.environ["TOKEN"])).json()
    if answer["status_message"] == "OK":
        host = answer["data"]
        print(host["host"], "listed" if host["listed"] != 0 else "clean")


main()
