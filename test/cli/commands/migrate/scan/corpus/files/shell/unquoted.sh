#!/bin/ksh
. /etc/rbl.conf
API=https://rbl.example.net/api/3.0
for ip in `cat ips`; do
  curl -su $U:$P $API/host/add.json -d "host=$ip&name=$ip&type=rbl&rbl_profile=$PROFILE&contact_group=$GROUP"
done
for sid in $(curl -su $U:$P $API/rblprofiles.json | jq -r '.data[].id'); do
  curl -su $U:$P $API/rblprofile/$sid.json >> profiles.txt
done
wget -q -O- --user $U --password $P ${API}/listings.nagios
wget -q -O- --user $U --password $P ${API}/listings.zabbix
curl -su $U:$P $API/contact/add/.json -d contact=noc@example.net -d type=email -d schedule=start_and_end
