using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Hosting.Monitoring
{
    public class BlacklistService
    {
        private readonly HttpClient _http;

        public BlacklistService(HttpClient http)
        {
            _http = http;
            _http.BaseAddress = new Uri("https://api.rblmonitor.example/3.0/");
        }

        public async Task<bool> IsListedAsync(string id)
        {
            var json = JObject.Parse(await _http.GetStringAsync($"host/{id}.json"));
            return json["data"]["listed"].Value<int>() == 1;
        }

        public Task AddAsync(string ip, string profile) =>
            PostAsync("host/add.json", new Dictionary<string, string>
            {
                ["host"] = ip,
                ["name"] = ip,
                ["type"] = "rbl",
                ["rbl_profile"] = profile,
            });

        public Task UpdateGroupAsync(string id, string name) =>
            PostAsync("contactgroup/update/" + id + ".json", new Dictionary<string, string> { { "name", name }, { "is_default", "1" } });

        private async Task PostAsync(string path, Dictionary<string, string> form)
        {
            var answer = await _http.PostAsync(path, new FormUrlEncodedContent(form));
            answer.EnsureSuccessStatusCode();
        }
    }
}
