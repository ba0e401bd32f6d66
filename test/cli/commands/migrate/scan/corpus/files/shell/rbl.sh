#!/bin/sh
# small helper around curl; needs RBL_AUTH=sid:token
set -e
BASE=https://api.rblmonitor.example/3.0

get()  { curl -sf -u "$RBL_AUTH" "$BASE/$1.json"; }
post() { p=$1; shift; curl -sf -u "$RBL_AUTH" -X POST "$BASE/$p.json" "$@"; }

case "$1" in
  hosts)   get hosts | jq -r '.data[] | [.id,.host,.name] | @tsv' ;;
  listed)  get listings | jq -r '.data[] | select(.listed == 1) | .host' ;;
  add)     post host/add -d host="$2" -d name="$3" -d type=rbl -d rbl_profile="$RBL_PROFILE" ;;
  rm)      post "host/delete/$2" ;;
  rename)  post host/update/"$2" --data-urlencode "name=$3" ;;
  groups)  get contactgroups | jq .total_contact_groups ;;
  *)       echo "usage: $0 hosts|listed|add|rm|rename|groups" >&2; exit 64 ;;
esac
