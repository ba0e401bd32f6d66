# source me
: "${RBL_ROOT:=https://api.rblmonitor.example/3.0}"

rbl_api() {
  local object=$1 verb=$2 id=$3
  shift 3 || shift $#
  curl --silent --user "$RBL_SID:$RBL_TOKEN" "$RBL_ROOT/$object${verb:+/$verb}${id:+/$id}.json" "$@"
}

rbl_hosts()  { rbl_api hosts; }
rbl_add()    { rbl_api host add "" -d host="$1" -d name="$1" -d type=ip_range; }
rbl_pause()  { rbl_api host pause "$1" -d x=; }
rbl_remove() { rbl_api host delete "$1" -d x=; }
rbl_people() { rbl_api contacts | jq -r '.data[].contact'; }
