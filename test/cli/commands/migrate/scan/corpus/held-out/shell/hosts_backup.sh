#!/bin/sh
set -e
cp /etc/hosts /backup/hosts
curl -fs https://cmdb.example.org/v2/hosts.json -o /backup/hosts.json
curl -fs https://cmdb.example.org/v2/contacts.json -o contacts.json
test -s contacts.json && mv contacts.json /backup/
jq '[.[] | select(.listed)] | length' /backup/hosts.json
