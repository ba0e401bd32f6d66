#!/usr/bin/env bash
set -u
declare -A EP=( [hosts]=hosts [people]=contacts [groups]=contactgroups )
ROOT="https://api.example.com/3.0"
for name in "${!EP[@]}"; do
  curl -sS --netrc "$ROOT/${EP[$name]}.json?page_size=1000" > "/backup/$name.json"
done
for verb in pause resume; do
  while read -r sid; do
    curl -sS --netrc -X POST "$ROOT/host/$verb/$sid.json"
  done < "/etc/reputation/$verb.list"
done
jq -r '.data[] | select(.listed != 0) | .host' /backup/hosts.json
