import { callsIn, scanned } from "./scanned";

/** The table of endpoints (docs/design/api-3.0.md#endpoints): operation, path of version 3.0, call of version 4.0. */
const rows = [
  ["Start check", "/check/start", "POST /rbl/check/start"],
  ["Check status", "/check/status/{id}", "GET /rbl/check/status/{id}"],
  ["Listings", "/listings", "GET /rbl/listings"],
  ["List hosts", "/hosts", "GET /rbl/hosts"],
  ["Get host", "/host/{id}", "GET /rbl/hosts/{id}"],
  ["Add host", "/host/add", "POST /rbl/hosts"],
  ["Update host", "/host/update/{id}", "PUT /rbl/hosts/{id}"],
  ["Pause host", "/host/pause/{id}", "POST /rbl/hosts/{id}/pause"],
  ["Resume host", "/host/resume/{id}", "POST /rbl/hosts/{id}/resume"],
  ["Delete host", "/host/delete/{id}", "DELETE /rbl/hosts/{id}"],
  ["List profiles", "/rblprofiles", "GET /rbl/profiles"],
  ["Get profile", "/rblprofile/{id}", "GET /rbl/profiles/{id}"],
  ["Add profile", "/rblprofile/add", "POST /rbl/profiles"],
  ["Update profile", "/rblprofile/update/{id}", "PUT /rbl/profiles/{id}"],
  ["Delete profile", "/rblprofile/delete/{id}", "DELETE /rbl/profiles/{id}"],
  ["List RBLs", "/rbls", "GET /rbl/sources"],
  ["Get RBL", "/rbl/{id}", "GET /rbl/sources/{id}"],
  ["Add RBL", "/rbl/add", "POST /rbl/sources"],
  ["Update RBL", "/rbl/update/{id}", "PUT /rbl/sources/{id}"],
  ["Pause RBL", "/rbl/pause/{id}", "POST /rbl/sources/{id}/pause"],
  ["Resume RBL", "/rbl/resume/{id}", "POST /rbl/sources/{id}/resume"],
  ["Delete RBL", "/rbl/delete/{id}", "DELETE /rbl/sources/{id}"],
  ["List contacts", "/contacts", "GET /contact/contacts"],
  ["Get contact", "/contact/{id}", "GET /contact/contacts/{id}"],
  ["Add contact", "/contact/add", "POST /contact/contacts"],
  ["Update contact", "/contact/update/{id}", "PUT /contact/contacts/{id}"],
  ["Pause contact", "/contact/pause/{id}", "POST /contact/contacts/{id}/pause"],
  ["Resume contact", "/contact/resume/{id}", "POST /contact/contacts/{id}/resume"],
  ["Resend confirmation", "/contact/resend/{id}", "POST /contact/contacts/{id}/resend"],
  ["Confirm contact", "/contact/confirm/{id}", "POST /contact/contacts/{id}/confirm"],
  ["Delete contact", "/contact/delete/{id}", "DELETE /contact/contacts/{id}"],
  ["List groups", "/contactgroups", "GET /contact/groups"],
  ["Get group", "/contactgroup/{id}", "GET /contact/groups/{id}"],
  ["Add group", "/contactgroup/add", "POST /contact/groups"],
  ["Update group", "/contactgroup/update/{id}", "PUT /contact/groups/{id}"],
  ["Delete group", "/contactgroup/delete/{id}", "DELETE /contact/groups/{id}"],
] as const;

/** Other names of these paths, which old programs use. */
const aliases = [
  ["List profiles", "/monitoringprofiles.json", "GET /rbl/profiles"],
  ["Get profile", "/monitoringprofile/{id}.json", "GET /rbl/profiles/{id}"],
  ["Add profile", "/monitoringprofile/add/.json", "POST /rbl/profiles"],
  ["Update profile", "/monitoringprofile/update/{id}.json", "PUT /rbl/profiles/{id}"],
  ["Add host", "/host/add/.json", "POST /rbl/hosts"],
  ["Listings", "/listings.nagios", "GET /rbl/listings/count"],
  ["Listings", "/listings.zabbix", "GET /rbl/listings/count"],
] as const;

const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^\/host/, "HT"],
  [/^\/rblprofile/, "RP"],
  [/^\/rbl\//, "RB"],
  [/^\/contactgroup/, "CG"],
  [/^\/contact\//, "CO"],
  [/^\/check/, "PP"],
];

/** An id of what the path is about, in capitals as old programs have them. */
function idFor(path: string): string {
  const [, prefix = ""] = prefixes.find(([start]) => start.test(path)) ?? [];
  return prefix + "0A".repeat(prefix === "PP" ? 32 : 16);
}

/** The path as a text of PHP that the program puts together. */
function inPhp(path: string): string {
  return `$base . '${path.replace("{id}", "' . $id . '")}.json'`;
}

describe.each(rows)("%s: %s", (operation, path, current) => {
  const expected = [`${operation}: ${current}.json`];
  const method = /^(?:Get|List|Check|Listings)/.test(operation) ? "GET" : "POST";
  const made = path.replace("{id}", idFor(path));

  it("is found in a program, with what replaces it", async () => {
    const program = `<?php\n// https://api.example.com/3.0/\n$all = get($base . '/rblprofiles.json');\n$r = call(${inPhp(path)});\n`;
    const { findings } = await scanned({ "panel.php": program });
    const found = findings.find((one) => one.operation === operation);
    expect(`${operation}: ${found?.replacement.replace(/ \(.*/, "")}`).toBe(expected[0]);
    expect(found).toMatchObject({
      found: `${method} ${path}.json`,
      file: "panel.php",
      point: 2,
      breaks: true,
    });
    expect(found?.lines).toContain(4);
  });

  it("is found where a program has the version in its path", async () => {
    const text = `get("https://api.example.com/3.0${path.replace("{id}", "#{id}")}")`;
    expect(callsIn(await scanned({ "a.rb": text }))).toEqual(expected);
  });

  it("is found in a log", async () => {
    const line = `192.0.2.1 - - [x] "${method} /3.0${made}/.json?page=2 HTTP/1.1" 200 1`;
    expect(callsIn(await scanned({ "access.log": `${line}\n${line}\n` }))).toEqual(expected);
  });

  it("is found in a call of curl", async () => {
    const text = `curl -s -u "$SID:$TOKEN" https://api.example.com/3.0${made}.json`;
    expect(callsIn(await scanned({ "poll.sh": text }))).toEqual(expected);
  });
});

describe.each(aliases)("%s: %s", (operation, path, current) => {
  const made = path.replace("{id}", `RP${"0A".repeat(16)}`);

  it.each([
    ["a program", "a.php", `<?php\nget($base . '${path.replace("{id}", "' . $id . '")}');\n`],
    ["a call of curl", "poll.sh", `curl -u "$SID:$TOKEN" https://api.example.com/3.0${made}`],
    ["a log", "access.log", `192.0.2.1 - - [x] "GET /3.0${made}?page=2 HTTP/1.1" 200 1`],
  ])("is found in %s", async (_, file, text) => {
    const isText = current.endsWith("/count");
    expect(callsIn(await scanned({ [file]: text }))).toEqual([
      `${operation}: ${current}${isText ? "" : ".json"}`,
    ]);
  });
});

describe("a call that asks for XML", () => {
  it.each([
    ["a.pl", `$ua->get("https://api.example.com/3.0/host/$sid.xml")`],
    ["a.py", `get(BASE + "/host/" + sid + ".xml")["listed_period"]`],
    ["check.cfg", "command_line curl -su $USER1$ https://api.example.com/3.0/host/$ARG1$.xml"],
  ])("is found in %s", async (file, text) => {
    const { findings } = await scanned({ [file]: text });
    expect(findings.filter(({ operation }) => operation !== undefined)).toMatchObject([
      { found: "GET /host/{id}.xml", replacement: "GET /rbl/hosts/{id}.json (answers are JSON only)" },
    ]);
  });
});

describe("a path whose verb is a value", () => {
  it("is found with all calls that it may be, as sure as any other", async () => {
    const text = `for verb in ("pause", "resume"):\n    post(f"https://api.example.com/3.0/host/{verb}/{sid}.json")\n`;
    const { findings } = await scanned({ "a.py": text });
    expect(findings.filter(({ type }) => type === "endpoint")).toMatchObject([
      {
        lines: [2],
        found: expect.stringContaining("POST /host/pause/{id}.json, or POST /host/resume/{id}.json"),
        replacement: "the call of version 4.0 that belongs to the verb",
        grade: "certain",
      },
    ]);
  });
});

describe("the id", () => {
  it("of a check may be a parameter of the query", async () => {
    const { findings } = await scanned({
      "a.py": `get(BASE + "/check/status.json?id=" + check + "&details=1")`,
    });
    expect(findings.find(({ operation }) => operation === "Check status")?.parameters).toEqual([
      { name: "id", line: 1, replacement: "the last segment of the path", point: 3 },
      { name: "details", line: 1, replacement: "true or false instead of 1 or 0", point: 5 },
    ]);
  });

  it("may be appended to a text that ends in a slash", async () => {
    const text = `url = "https://api.example.com/3.0/host/delete/"\nurl << id`;
    expect(callsIn(await scanned({ "a.rb": text }))).toEqual(["Delete host: DELETE /rbl/hosts/{id}.json"]);
  });
});
