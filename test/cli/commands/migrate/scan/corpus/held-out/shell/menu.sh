#!/bin/bash
BASE_URL='https://api.example.com/3.0'
function call() { curl -s -u "$SID:$TOKEN" "${BASE_URL}/${1}.json" "${@:2}"; }
while true; do
  read -rp "1) hosts 2) add 3) delete 4) quit " choice
  case $choice in
    1) call hosts | jq -r '.data[] | "\(.id) \(.host) \(if .listed == 1 then "LISTED" else "" end)"' ;;
    2) read -rp "address: " ip; call host/add -d "host=$ip" -d "name=$ip" -d "type=rbl" ;;
    3) read -rp "id: " id; call "host/delete/$id" -X POST ;;
    4) break ;;
  esac
done
