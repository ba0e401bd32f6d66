using Flurl;
using Flurl.Http;

static class MailRep
{
    const string Root = "https://api.example.com/3.0";

    public static Task<Listings> Listings() => Root.AppendPathSegment("listings.json").WithBasicAuth(Sid, Token).GetJsonAsync<Listings>();

    public static Task Resume(string id) => Root.AppendPathSegments("host", "resume", $"{id}.json").WithBasicAuth(Sid, Token).PostAsync();

    public static async Task<bool> Listed(string id)
    {
        dynamic h = await Root.AppendPathSegments("host", id + ".json").WithBasicAuth(Sid, Token).GetJsonAsync();
        return h.data.listed == 1;
    }
}
