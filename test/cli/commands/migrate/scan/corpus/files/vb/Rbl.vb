Imports System.Net

Public Class Rbl
    ' old class, still used by the billing desktop
    Private Const Root As String = "https://rbl.example.net/api/3.0"
    Private client As New WebClient()

    Public Function Hosts(page As Integer) As String
        Return client.DownloadString(Root & "/hosts.json?page=" & page)
    End Function

    Public Sub Delete(id As String)
        client.UploadString(Root & "/host/delete/" & id & ".json", "")
    End Sub

    Public Function IsListed(host As Dictionary(Of String, Object)) As Boolean
        Return CInt(host("listed")) = 1
    End Function
End Class
