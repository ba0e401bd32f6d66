import { callsIn, scanned } from "./scanned";

const update = ["Update host: PUT /rbl/hosts/{id}.json"];

describe("a path whose pieces the program joins is found in", () => {
  it.each([
    ["JavaScript", `fetch(base + "/host/update/" + id + ".json", { method: "POST" })`],
    ["JavaScript, a template", `fetch(\`\${base}/host/update/\${host.id}.json\`)`],
    [
      "TypeScript, over lines",
      `const url = this.base +\n  "/host/update/" +\n  encodeURIComponent(id) +\n  ".json";`,
    ],
    ["PHP", `$r = post($base . '/host/update/' . $id . '.json', $fields);`],
    ["PHP without spaces", `$r=post($base.'/host/update/'.urlencode($h["id"]).'.json');`],
    ["PHP, in a text", `$url = "$base/host/update/{$host->id}/.json";`],
    ["Python, %", `requests.post("%s/host/update/%s.json" % (BASE, sid))`],
    ["Python, an f-string", `requests.post(f"{BASE}/host/update/{host['id']}.json")`],
    ["Python, format", `url = "{}/host/update/{}/.json".format(BASE, sid)`],
    ["Python, texts in a row", `url = (BASE + "/host/"\n       "update/" + sid + ".json")`],
    ["Ruby", `http.post("/host/update/#{host[:id]}.json")`],
    ["Perl", `my $url = $base . "/host/update/" . $id . ".json";`],
    ["Go", `url := fmt.Sprintf("%s/host/update/%s.json", base, id)`],
    ["Java", `String url = BASE + "/host/update/" + host.getId() + ".json";`],
    ["C#", `var url = $"{baseUrl}/host/update/{id}.json";`],
    ["Lua", `local url = base .. "/host/update/" .. id .. ".json"`],
    ["Rust", `let url = format!("{}/host/update/{}.json", base, id);`],
    ["a shell script", `curl -u "$SID:$TOKEN" -d name=mx "$BASE/host/update/$ID.json"`],
    [
      "curl with a SID",
      `curl -d name=mx https://api.example.com/3.0/host/update/HT0123456789ABCDEF0123456789ABCDEF/.json`,
    ],
    ["PowerShell", `Invoke-RestMethod -Method Post -Uri "$($base)/host/update/$($id).json"`],
    ["Ansible", `    url: "{{ rbl_base }}/host/update/{{ host_id }}.json"`],
    [
      "JSON",
      String.raw`{"url":"https:\/\/api.example.com\/3.0\/host\/update\/HT0123456789abcdef0123456789abcdef.json"}`,
    ],
    ["a document", "Call `POST /host/update/:id.json` with the new name."],
    ["a description of an interface", "  /host/update/{id}.json:\n    post:"],
    [
      "a log of nginx",
      `192.0.2.7 - AC1 [21/Nov/2026:10:00:00 +0000] "POST /3.0/host/update/HT0123456789abcdef0123456789abcdef/.json HTTP/1.1" 200 67 "-" "panel/1.2"`,
    ],
    [
      "a log of a proxy",
      `TCP_MISS/200 512 POST https://api.example.com/3.0/host/update/HT0123456789abcdef0123456789abcdef.json - DIRECT`,
    ],
  ])("%s", async (_, text) => {
    expect(callsIn(await scanned({ file: text }))).toEqual(update);
  });
});

it.each([
  ["a.py", `print("hosts: " + str(len(api.get(BASE + "/3.0/hosts.json"))) + " in all")`],
  ["a.js", `console.log("hosts: " + JSON.stringify(await get("/3.0/hosts.json")));`],
  ["a.php", `<?php echo 'hosts: ' . count(call('/3.0/hosts.json')) . "\\n";`],
  ["a.sh", `echo "hosts: $(curl -s "$BASE/3.0/hosts.json" | jq length)"`],
])("a call within a value that is joined to a text is found in %s", async (file, text) => {
  expect(callsIn(await scanned({ [file]: text }))).toEqual(["List hosts: GET /rbl/hosts.json"]);
});

it.each([
  [
    "a.js",
    `const ends = { list: "contacts", add: "contact/add" };\nconst options = (p) => ({ host, path: "/3.0/" + p + ".json" });`,
  ],
  ["a.sh", `for r in contacts contact/add; do wget -q https://$H/3.0/$r.json; done`],
])("words that a program puts behind the version are found in %s", async (file, text) => {
  const calls = callsIn(await scanned({ [file]: text }));
  expect(calls).toContain("List contacts: GET /contact/contacts.json");
});
