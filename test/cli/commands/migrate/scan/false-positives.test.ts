import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { callsIn, scanned } from "./scanned";

describe("a scan leaves alone", () => {
  it.each([
    ["pages of a website", `<a href="/contacts">Contacts</a> <a href="/contact/add">Write</a>`],
    [
      "routes of another program",
      `app.get("/hosts", list); app.get("/host/:id", one); app.post("/host/add", add);`,
    ],
    ["files", `import hosts from "./data/hosts.json"; open("/etc/hosts"); require("../contacts.json")`],
    [
      "paths of other services",
      `fetch("https://api.example.org/v2/hosts"); fetch(base + "/crm/contacts.json")`,
    ],
    [
      "calls of version 4.0",
      `put(base + "/rbl/hosts/" + id + ".json"); get("/4.0/rbl/check/status/" + id); get(\`\${base}/contact/contacts.json\`)`,
    ],
    [
      "calls of version 4.0 that are put together",
      `get(\`\${base}/rbl/\${kind}.json\`); get(base + '/contact/' + kind + '.json')`,
    ],
    [
      "defaults of anything",
      `if (address.is_default === 1) {} const row = { is_default: 1, total_contacts: 3 };`,
    ],
    ["counts and versions of anything", `total_hosts += 1; if (package.version === "3.0.0") {}`],
    ["logs of another server", `"GET /hosts HTTP/1.1" 200\n"POST /contact/add HTTP/1.1" 302\n`],
    ["base URLs of other services", `const api = "https://us1.api.example.org/3.0";`],
    ["other words", `ghost/add.json myhosts.json rbls_of hostsfile /hostss.json /ahost/add.json`],
  ])("%s", async (_, text) => {
    expect((await scanned({ "a.js": text })).findings).toEqual([]);
  });

  it("in a log, requests to other services", async () => {
    const log = `"GET /3.0/listings.json HTTP/1.1" 200\n"GET /hosts HTTP/1.1" 200\nlisted == 1 "GET /3.0/listings.json HTTP/1.1"\n`;
    expect((await scanned({ "access.log": log })).findings).toMatchObject([
      { operation: "Listings", lines: [1, 3] },
    ]);
  });

  it("in another file, a name that is bound to another service's base URL there", async () => {
    const found = await scanned({
      "rbl.js": `const url = "https://api.example.com/3.0";\nget(url + "/rblprofiles.json"); get(url + "/hosts.json");`,
      "crm.js": `const url = "https://crm.example.org/v2";\nget(url + "/contacts.json");`,
      "old.js": `const { url } = require("./rbl"); get(url + "/contacts.json");`,
    });
    const files = found.findings.filter(({ operation }) => operation !== undefined).map(({ file }) => file);
    expect([...new Set(files)]).toEqual(["old.js", "rbl.js"]);
  });

  it("base URLs of others where the account's own is known", async () => {
    const text = `a = "https://a.example.com/3.0"\nb = "https://b.example.org/3.0"\nget(a + "/rblprofiles.json")`;
    const of = (found: { findings: readonly { type: string; lines: readonly number[] }[] }) =>
      found.findings.filter(({ type }) => type === "base_url").map(({ lines }) => lines);
    expect(of(await scanned({ x: text }))).toEqual([[1], [2]]);
    expect(of(await scanned({ x: text }, "https://A.example.com/3.0/"))).toEqual([[1]]);
    expect(of(await scanned({ x: `a = "https://a.example.com/3.0"` }, "https://a.example.com/3.0"))).toEqual([
      [1],
    ]);
  });
});

describe("a path that might be anything's counts", () => {
  const short = `list = client.call("/hosts")\ndrop = client.call("/host/delete/" + id)\n`;

  it("in files without this service: with a verb alone, to be looked at", async () => {
    const { breaking, findings } = await scanned({ "a.rb": short });
    expect([breaking, findings]).toMatchObject([0, [{ operation: "Delete host", grade: "look" }]]);
  });

  it.each([
    ["a path with the version", `get("/3.0/contacts.json")`, "List contacts: GET /contact/contacts.json"],
    ["a word of its own", `get("/rblprofiles")`, "List profiles: GET /rbl/profiles.json"],
    [
      "a SID in a path",
      `get("/contact/CO${"0a".repeat(16)}")`,
      "Get contact: GET /contact/contacts/{id}.json",
    ],
  ])("where there is %s", async (_, evidence, call) => {
    expect(callsIn(await scanned({ "a.rb": short + evidence }))).toEqual([
      "List hosts: GET /rbl/hosts.json",
      "Delete host: DELETE /rbl/hosts/{id}.json",
      call,
    ]);
  });

  it("where fields of its objects are read", async () => {
    expect(
      callsIn(await scanned({ "a.rb": `${short}h["listed_details"]; h["listed_period"]` })),
    ).toHaveLength(2);
  });

  it("not in another file", async () => {
    const found = await scanned({ "a.rb": short, "b.rb": `get("/3.0/contacts")` });
    expect(callsIn(found)).not.toContain("List hosts: GET /rbl/hosts.json");
  });

  it("as a word alone only where something sends it", async () => {
    const text = `get("/rblprofiles.json"); request("hosts"); api_call('contacts', x); data["listings"]; x = "hosts"; row.get("contacts")`;
    expect(callsIn(await scanned({ "a.rb": text })).sort()).toEqual([
      "List contacts: GET /contact/contacts.json",
      "List hosts: GET /rbl/hosts.json",
      "List profiles: GET /rbl/profiles.json",
    ]);
  });
});

it("finds nothing of version 3.0 in the examples, which are of 4.0", async () => {
  const names = (await readdir("examples", { recursive: true })).filter((name) =>
    /\.(?:ts|tf|yml)$/.test(name),
  );
  const texts = names.filter((name) => !name.includes("node_modules"));
  const files = await Promise.all(
    texts.map(async (name) => [name, await readFile(join("examples", name), "utf8")] as const),
  );
  const { files: read, findings } = await scanned(Object.fromEntries(files));
  expect(read).toBeGreaterThan(10);
  expect(findings).toEqual([]);
});
