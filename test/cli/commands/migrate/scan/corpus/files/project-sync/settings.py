import os

RBL_API_ROOT = os.environ.get("RBL_API_ROOT", "https://api.rblmonitor.example/3.0")
RBL_USER = os.environ["RBL_USER"]
RBL_PASSWORD = os.environ["RBL_PASSWORD"]
CMDB = "postgres://cmdb.example.net/cmdb"
