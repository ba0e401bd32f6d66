#!/bin/bash
# installs the hourly job
install -d /usr/local/libexec
cat > /usr/local/libexec/rbl-hourly <<'EOF'
#!/bin/sh
BASE="https://rbl.example.net/api/3.0"
curl -s --netrc "$BASE/listings.json" -o /var/lib/rbl/listings.json
jq -e '.total_listed == 0' /var/lib/rbl/listings.json > /dev/null || mail -s listed root < /var/lib/rbl/listings.json
EOF
chmod 755 /usr/local/libexec/rbl-hourly
echo '17 * * * * root /usr/local/libexec/rbl-hourly' > /etc/cron.d/rbl
