# removes old contacts from Exchange
Connect-ExchangeOnline -ShowBanner:$false
$contacts = Get-Content .\contacts.json | ConvertFrom-Json
foreach ($contact in $contacts) {
    if ($contact.listed -and $contact.type -eq 'external') {
        Remove-MailContact -Identity $contact.id -Confirm:$false
    }
}
Write-Host "$($contacts.Count) contacts, version 3.0"
