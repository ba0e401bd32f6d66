from settings import RBL_API_ROOT, RBL_USER, RBL_PASSWORD
from cmdb import servers
from http_json import get, post

AUTH = (RBL_USER, RBL_PASSWORD)


def sync():
    known = {h["host"]: h for h in get(RBL_API_ROOT + "/hosts.json", AUTH)["data"]}
    for server in servers():
        if server.ip not in known:
            post(RBL_API_ROOT + "/host/add.json", AUTH, host=server.ip, name=server.name, type="rbl",
                 rbl_profile=server.profile)
    for ip in set(known) - {s.ip for s in servers()}:
        post(RBL_API_ROOT + "/host/delete/" + known[ip]["id"] + ".json", AUTH)


if __name__ == "__main__":
    sync()
