<#
.SYNOPSIS
  Adds all mail servers of the AD group to the RBL monitor.
#>
param(
    [string]$BaseUrl = "https://rbl.example.net/api/3.0",
    [pscredential]$Credential
)

$hosts = Invoke-RestMethod -Uri "$BaseUrl/hosts.json?page_size=500" -Credential $Credential
$known = $hosts.data | Select-Object -ExpandProperty host
Write-Verbose "$($hosts.total_hosts) hosts"

foreach ($server in Get-ADGroupMember 'Mail servers') {
    $ip = (Resolve-DnsName "$($server.Name).example.net").IPAddress
    if ($known -notcontains $ip) {
        $body = @{
            host        = $ip
            name        = $server.Name
            type        = 'rbl'
            rbl_profile = 'RP0123456789abcdef0123456789abcdef'
        }
        Invoke-RestMethod -Method Post -Uri "$BaseUrl/host/add.json" -Body $body -Credential $Credential
    }
}

$hosts.data | Where-Object { $_.listed -eq 1 } | ForEach-Object {
    Invoke-RestMethod -Method Post -Uri ($BaseUrl + '/host/pause/' + $_.id + '.json') -Credential $Credential
}
