using RestSharp;

namespace Reputation;

public sealed class RestSharpClient
{
    private readonly RestClient client = new RestClient("https://api.example.com/3.0");

    public RestResponse Hosts(int page)
    {
        var request = new RestRequest("hosts.json", Method.Get);
        request.AddQueryParameter("page", page.ToString());
        return client.Execute(request);
    }

    public RestResponse Add(string ip, string profile)
    {
        var request = new RestRequest("host/add.json", Method.Post);
        request.AddParameter("host", ip);
        request.AddParameter("name", ip);
        request.AddParameter("type", "rbl");
        request.AddParameter("rbl_profile", profile);
        return client.Execute(request);
    }

    public RestResponse Pause(string id) =>
        client.Execute(new RestRequest("host/{action}/{id}.json", Method.Post).AddUrlSegment("action", "pause").AddUrlSegment("id", id));
}
