$script:Root = 'https://api.rblmonitor.example/3.0'

function Invoke-Rbl {
    param([string]$Path, [hashtable]$Form)
    $arguments = @{ Uri = "$script:Root/$Path.json"; Headers = @{ Authorization = "Basic $env:RBL_KEY" } }
    if ($Form) { $arguments.Method = 'Post'; $arguments.Body = $Form }
    Invoke-RestMethod @arguments
}

function Get-RblHost { Invoke-Rbl -Path 'hosts' }
function Get-RblListing { (Invoke-Rbl 'listings').data }

function Add-RblSource {
    param([string]$Zone)
    Invoke-Rbl 'rbl/add' @{ type = 'rbl'; host = $Zone }
}

function Set-RblHostState {
    param([string]$Id, [switch]$Paused)
    $verb = if ($Paused) { 'pause' } else { 'resume' }
    Invoke-Rbl "host/$verb/$Id" @{}
}

function Test-RblClean { param($Id) (Invoke-Rbl "host/$Id").data.listed -ne 1 }
