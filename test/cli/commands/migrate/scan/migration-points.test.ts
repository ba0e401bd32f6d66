import { scanned } from "./scanned";

const call = "get(base + '/3.0/hosts.json?page_size=50')\n";

/** What was found of a migration point, with what replaces it. */
async function ofPoint(point: number, text: string, file = "program.rb"): Promise<string[]> {
  const { findings } = await scanned({ [file]: text });
  return findings
    .filter((one) => one.point === point)
    .map(({ found, replacement }) => `${found} → ${replacement}`);
}

describe("migration 1: the base address", () => {
  it.each([
    "https://api.example.com/3.0",
    "https://user:secret@api.example.com/3.0/",
    "https://api.example.com/3.0/hosts.json",
  ])("is found in %s", async (url) => {
    expect(await ofPoint(1, `BASE = "${url}"\nget "#{BASE}/rblprofiles.json"\n`)).toEqual([
      "the base URL of version 3.0 on api.example.com → the base URL of version 4.0: domain and version segment both change",
    ]);
  });

  it("is found where the host is put in", async () => {
    expect(await ofPoint(1, `get "https://#{HOST}/3.0/rblprofiles.json"`)).toEqual([
      expect.stringContaining("the base URL of version 3.0 on …"),
    ]);
  });
});

describe("migration 2: methods and paths", () => {
  it("are found with what replaces them: updates by PUT, deletions by DELETE", async () => {
    expect(await ofPoint(2, "post '/3.0/host/update/%s.json'\npost '/3.0/rbl/delete/%s.json'\n")).toEqual([
      "POST /host/update/{id}.json → PUT /rbl/hosts/{id}.json (tags is new)",
      "POST /rbl/delete/{id}.json → DELETE /rbl/sources/{id}.json",
    ]);
  });
});

describe("migration 3: the id of a check", () => {
  it("is found in the query, and goes to the path", async () => {
    const { findings } = await scanned({ a: "get '/3.0/check/status.json?id=' + id" });
    expect(findings.find(({ operation }) => operation === "Check status")).toMatchObject({
      replacement: "GET /rbl/check/status/{id}.json (the id is part of the path only)",
      parameters: [{ name: "id", replacement: "the last segment of the path", point: 3 }],
    });
  });
});

describe("migration 4: counts, version and status_message", () => {
  it.each(["total_hosts", "total_rbls", "total_rbl_profiles", "total_contacts", "total_contact_groups"])(
    "%s becomes total",
    async (count) => {
      for (const form of [`r["${count}"]`, `r.${count}`, `r->${count}`, `{ ${count}: number }`]) {
        expect(await ofPoint(4, `${call}${form}`)).toEqual([`${count} → total`]);
      }
    },
  );

  it("total_listed stays", async () => {
    expect(await ofPoint(4, `${call}r["total_listed"]`)).toEqual([]);
  });

  it.each([
    `if r["status_message"] == "OK"`,
    `if (r.status_message === 'OK')`,
    `if ($r->status_message != "OK")`,
    `if ("OK".equals(r.get("status_message")))`,
    `if ('OK' !== $r['status_message'])`,
    `assertEquals("OK", r.status_message)`,
    `expect(r.status_message).toBe("OK")`,
    `jq -e '.status_message == "OK"'`,
  ])("is found where success is reported by status_message: %s", async (text) => {
    expect(await ofPoint(4, call + text)).toEqual([
      'status_message is "OK" → status_code, which is 200 for success: status_message has words of its own for each call',
    ]);
  });

  it.each([
    `response["version"]`,
    `$result->version`,
    `if (reply.version === "3.0.1")`,
    `{"version": "3.0.4"}`,
  ])("is found where the version is read: %s", async (text) => {
    expect(await ofPoint(4, call + text)).toEqual([
      "version of the answer → nothing: answers of version 4.0 have no version",
    ]);
  });
});

describe("migration 5: flags", () => {
  it.each([
    ["is_default: 1", `{ "name" => n, "is_default" => 1 }`],
    ["is_default: 0", "name=x&is_default=0"],
    ["details: 1", "params = { details: 1 }"],
    ["details: 1", "'details' => '1'"],
    ["is_default: 1 or 0", "is_default: chosen ? 1 : 0,"],
    ["listed as a number", 'Listed int `json:"listed"`'],
    ["listed as a number", "interface Host { listed: 0 | 1 }"],
    ["is_default as a number", "is_default: number;"],
    ["listed as a number", "private int listed;"],
    ["listed as a number", "if (parseInt(host.listed)) {"],
  ])("%s is found in %s", async (found, text) => {
    expect(await ofPoint(5, call + text)).toEqual([`${found} → true or false instead of 1 or 0`]);
  });
});

describe("migration 6: parameters of hosts", () => {
  it("are found: rbl_profile, type and contact_group, and tags is new", async () => {
    const text = `post("/3.0/host/add.json", host: h, name: n, type: "rbl", rbl_profile: p, contact_group: g)`;
    const { findings } = await scanned({ "a.rb": text });
    const add = findings.find(({ operation }) => operation === "Add host");
    expect(add?.replacement).toContain("profile and contact_group are required, tags is new");
    expect(add?.parameters?.filter(({ point }) => point === 6)).toMatchObject([
      { name: "type", replacement: "leave it out: it follows from the host" },
      { name: "rbl_profile", replacement: "profile" },
      { name: "contact_group", replacement: expect.stringContaining("required") },
    ]);
    // It is reported once.
    expect(await ofPoint(6, text)).toEqual([]);
  });
});

describe("migration 7: the size of pages", () => {
  it("is reported for every list", async () => {
    const { findings } = await scanned({ a: "get '/3.0/contactgroups.json'" });
    expect(findings.find(({ operation }) => operation === "List groups")?.replacement).toContain(
      "100 objects a page instead of 20 unless page_size is sent",
    );
  });

  it.each([
    "pages = total / 20",
    "break if data.size < 20",
    "(total + 19) % 20",
    "while 20 == n",
    "count($d) === 20",
  ])("is found where a program reckons with 20: %s", async (text) => {
    expect(await ofPoint(7, call + text)).toEqual([
      "20 objects a page → 100 objects a page, or the page_size that is sent",
    ]);
  });

  it("is not found in any 20, nor far from a list", async () => {
    expect(await ofPoint(7, `${call}sleep 20\nx < 200\ny == 20.5\nwidth = 20\n`)).toEqual([]);
    expect(await ofPoint(7, `${call}${"\n".repeat(40)}x < 20`)).toEqual([]);
  });
});

describe("migration 8: sources, and what is new", () => {
  it.each([
    ["post('/3.0/rbl/add.json', type: 'rbl')", "RBLs are called sources; custom_codes is new"],
    ["get('/3.0/rbls.json')", "RBLs are called sources"],
    ["post('/3.0/contact/add.json')", "args is new"],
  ])("is reported for %s", async (text, words) => {
    const { findings } = await scanned({ "a.rb": text });
    expect(findings.find(({ type }) => type === "endpoint")?.replacement).toContain(words);
  });

  it("schedule is reported to be deprecated", async () => {
    const { findings } = await scanned({ "a.rb": "post('/3.0/contact/add.json', schedule: 'while_listed')" });
    expect(findings.find(({ type }) => type === "endpoint")?.parameters).toMatchObject([
      { name: "schedule", replacement: "schedule, which is still required and is deprecated", point: 8 },
    ]);
  });
});

describe("migration 9: events", () => {
  it("the nine new events are reported for a receiver", async () => {
    expect(await ofPoint(9, `${call}case event["event_type"]\nwhen "rbl.host.listed" then alert`)).toEqual([
      expect.stringMatching(/^types of events → .*cert\.expiration\.trigger.*agent\.timeout\.resolve/),
    ]);
  });

  it("the prefix EV of events is found", async () => {
    expect(await ofPoint(9, `${call}raise unless sid.start_with?("EV")`)).toEqual([
      "the prefix EV → ids of events begin with TA",
    ]);
  });
});

describe("migration 10: strict comparisons", () => {
  it.each([
    ["listed === 1", "a.js", "if (host.listed === 1) {"],
    ["listed !== 0", "a.php", "if ($h['listed'] !== 0)"],
    ["listed == 1", "a.rb", "host['listed'] == 1"],
    ["listed is 1", "a.py", `if host["listed"] is 1:`],
    ["listed is not 0", "a.py", `if host["listed"] is  not 0:`],
    ["listed == 1", "a.py", `if host["listed"] == "1":`],
    ["listed -eq 1", "a.sh", `if [ "$listed" -eq 1 ]; then`],
    ["listed = 1", "a.sh", `if [ "$listed" = "1" ]; then`],
    ["listed == 1", "a.sh", "jq '.data[] | select(.listed == 1)'"],
    ["listed == 1", "a.go", "if host.listed == 1 {"],
    ["is_default === 1", "a.ts", "groups.find((g) => g.is_default === 1)"],
    ["is_default === 0", "a.ts", "if (0 === group.is_default)"],
    ["listed == 1", "a.java", 'if (1 == host.get("listed"))'],
    ["listed == 1", "a_test.py", `self.assertEqual(host["listed"], 1)`],
    ["listed == 0", "a.test.js", "expect(host.listed).toBe(0);"],
    ["listed = 1", "a.sql", "SELECT * FROM hosts WHERE listed = 1"],
  ])("%s fails in %s: %s", async (found, file, text) => {
    const { findings } = await scanned({ [file]: text, "client.rb": call });
    const here = findings.filter((one) => one.file === file && one.type === "flag");
    const inFile = found.startsWith("is_default")
      ? (await scanned({ [file]: call + text })).findings.filter(({ type }) => type === "flag")
      : here;
    expect(inFile).toMatchObject([
      { found, replacement: "true or false instead of 1 or 0", point: 10, breaks: true },
    ]);
  });

  it.each([
    ["a.js", "if (host.listed == 1)"],
    ["a.php", "if ($h['listed'] == '1')"],
    ["a.py", `if host["listed"] == 1:`],
    ["a.py", `if host["listed"] > 0:`],
  ])(
    "comparisons that are not strict keep working in %s, and are reported with grade look: %s",
    async (file, text) => {
      const { findings } = await scanned({ [file]: call + text });
      expect(findings.filter(({ type }) => type === "flag")).toMatchObject([{ point: 10, breaks: false }]);
    },
  );
});
