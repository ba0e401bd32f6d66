using Refit;

public interface IRblApi
{
    [Get("/3.0/hosts.json")]
    Task<HostPage> Hosts([AliasAs("page_size")] int pageSize = 100);

    [Get("/3.0/host/{id}.json")]
    Task<Envelope<Host>> Host(string id);

    [Post("/3.0/host/add.json")]
    Task Add([Body(BodySerializationMethod.UrlEncoded)] NewHost host);

    [Post("/3.0/rblprofile/update/{id}.json")]
    Task Update(string id, [Body(BodySerializationMethod.UrlEncoded)] Dictionary<string, object> fields);
}

public class NewHost
{
    [AliasAs("host")] public string Address { get; set; }
    [AliasAs("type")] public string Type => "rbl";
    [AliasAs("rbl_profile")] public string Profile { get; set; }
}

public class Host
{
    public string Id { get; set; }
    [JsonPropertyName("listed")] public int Listed { get; set; }
}
