using System.Text.Json;

var api = Environment.GetEnvironmentVariable("RBL_API") ?? "https://rbl.example.net/api/3.0";
using var http = new HttpClient();

async Task<JsonElement> Get(string path)
{
    var text = await http.GetStringAsync(api + path);
    return JsonDocument.Parse(text).RootElement;
}

// GET /hosts.json would give all hosts, the listings are enough here
var listings = await Get("/listings.json");
foreach (var host in listings.GetProperty("data").EnumerateArray())
{
    if (host.GetProperty("listed").GetInt32() == 1)
        Console.WriteLine(host.GetProperty("host").GetString());
}

var hosts = await Get(string.Format("/hosts.json?page={0}", 1));
Console.WriteLine(hosts.GetProperty("total_hosts"));

foreach (var verb in new[] { "pause", "resume" })
    await http.PostAsync($"{api}/contact/{verb}/CO0123456789abcdef0123456789abcdef.json", null);
