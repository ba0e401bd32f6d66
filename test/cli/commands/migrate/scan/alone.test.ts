import { exitCodeOf } from "../../../../../src/cli/commands/migrate/scan/scan";
import { callsIn, scanned } from "./scanned";

/** Small programs, each the only file that is scanned: nothing else speaks for the service. */
describe("a program that is scanned alone is never called clean", () => {
  it.each([
    ["pause.yml", `run: curl -X POST "$API/host/resume/\${{ inputs.id }}.json"`, "Resume host"],
    ["targets.json", `{"url":"/hosts.json?page_size=1","root_selector":"total_hosts"}`, "List hosts"],
    ["rbl-add.sh", `. ./rbl.sh\nrbl host/add "host=$1&type=rbl"`, "Add host"],
    ["panel.pl", `$ua->get("$base/host/$sid.xml"); print $h->{listed_period};`, "Get host"],
    [
      "clean.py",
      "from rbltracker import Client\nclient = Client(s, t)\nclient.host.delete(sid)",
      "Delete host",
    ],
    ["clean.php", "<?php use RBLTracker\\Client;\n$client->contact_group->add($fields);", "Add group"],
    [
      "listed.tf",
      `data "http" "l" { url = "\${var.root}/listings.json" }\nlocals { l = [for h in d.data : h if h.listed == 1] }`,
      "Listings",
    ],
    ["all.pl", `decode_json($ua->get("$base/hosts.json")->content);`, "List hosts"],
    ["all.js", "const r = await fetch(base + '/contacts.json');", "List contacts"],
    ["list.pl", `decode_json($ua->get("$base/hosts.json?page_size=1000")->content);`, "List hosts"],
    ["all.sh", `curl -s -u "$SID:$TOKEN" "$BASE/hosts.json" | jq .`, "List hosts"],
    ["listings.sh", `wget -qO- --user "$SID" "$BASE/listings.json"`, "Listings"],
    ["all.tcl", `set r [http::geturl "$base/contacts.json"]`, "List contacts"],
    ["one.pl", `my $r = get("$base/host/$id.json");`, "Get host"],
    ["pause.sh", `bl_post host/pause/$id`, "Pause host"],
    ["Get-Listed.ps1", `(Invoke-Bl 'hosts').data | Where-Object { $_.listed -eq 1 }`, "List hosts"],
    ["Resend.ps1", `Invoke-Bl "contact/resend/$($args[0])" @{}`, "Resend confirmation"],
  ])("%s", async (file, text, operation) => {
    const { findings } = await scanned({ [file]: text });
    expect(findings.map((finding) => finding.operation)).toContain(operation);
  });

  it.each([
    ["requirements.txt", "rbltracker==1.1.0"],
    ["composer.json", `{ "require": { "rbltracker/sdk": "^1.1" } }`],
    ["package.json", `{ "dependencies": { "rbltracker": "1.1.0" } }`],
    ["services.cfg", "command_line $USER1$/check_rbltracker.sh $ARG1$"],
  ])("%s names the service's client, and is listed", async (file, text) => {
    const found = await scanned({ [file]: text });
    expect(found.not_understood).toEqual([expect.stringContaining(file)]);
    expect([exitCodeOf(found), exitCodeOf(found, true)]).toEqual([0, 2]);
  });

  it("a verb that is a value is to be looked at", async () => {
    const { findings } = await scanned({ "pause.pl": `post("host/$1/$id");` });
    expect(findings).toMatchObject([{ type: "endpoint", grade: "look" }]);
  });

  it.each(["$_.listed -eq 1", "h.listed != 0", "if ($h->{listed} > 0)"])(
    "%s is to be looked at",
    async (text) => {
      const found = await scanned({ x: text });
      expect(found.findings).toMatchObject([{ type: "flag", grade: "look" }]);
      expect([exitCodeOf(found), exitCodeOf(found, true)]).toEqual([0, 2]);
    },
  );

  it("a flag next to a field of this service alone must change", async () => {
    const text = "if (h.listed === 1 && r.total_listed > 0) show(h.listed_period);";
    expect(await scanned({ "x.js": text })).toMatchObject({
      breaking: 1,
      findings: [{ found: "listed === 1", grade: "likely" }],
    });
  });
});

describe("a project that certainly uses version 3.0", () => {
  const settings = { "config.yml": "api: https://api.rbltracker.com/3.0" };

  it.each([
    ["a path in any text", `this._post('host/add', fields)`, "Add host"],
    ["a path that a value follows", `$this->_post('host/update/' . $id, $fields)`, "Update host"],
    ["words that are passed one by one", `call("contact", "resend", id)`, "Resend confirmation"],
    [
      "a path that begins with a name",
      `const api = 'contactgroup';\nuri = api + '/delete/' + id`,
      "Delete group",
    ],
    ["a word for a function that sends paths", `load('rblprofile/add'); load('listings')`, "Listings"],
  ])("calls the service by %s in another file", async (_, text, operation) => {
    const found = await scanned({ ...settings, "lib/client.js": text });
    expect(callsIn(found).join()).toContain(`${operation}: `);
    expect(found.breaking).toBeGreaterThan(0);
  });

  it("has files that do not use the service", async () => {
    const { findings } = await scanned({
      ...settings,
      "routes.rb": `resources :hosts\nget "/contacts"`,
      "backup.sh": "cp /srv/hosts.json /etc/hosts.json",
      "style.css": "li.host::before { content: 'host' }",
    });
    expect(findings.map(({ file }) => file)).toEqual(["config.yml"]);
  });
});
