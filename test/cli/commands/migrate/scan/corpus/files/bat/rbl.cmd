@echo off
rem adds a host: rbl.cmd address name
set API=https://rbl.example.net/api/3.0
curl -s -u %RBL_AUTH% -d "host=%1" -d "name=%2" -d "type=rbl" -d "rbl_profile=%RBL_PROFILE%" %API%/host/add.json
curl -s -u %RBL_AUTH% %API%/host/%3.json > host.json
if errorlevel 1 exit /b 1
