import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningCommand, startRblmonitor, type Where } from "../rblmonitor";

const folder = mkdtempSync(join(tmpdir(), "emulator-command-"));
const running: RunningCommand[] = [];

afterEach(async () => {
  for (const command of running.splice(0)) {
    command.kill("SIGTERM");
    await command.ended;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command; `output` resolves when it ends, `environment` when it has printed what to export. */
function run(args: readonly string[], where: Where = {}) {
  const command = startRblmonitor(["emulator", ...args], where);
  running.push(command);
  const environment = async (): Promise<Record<string, string>> => {
    await command.says(/(?:^export \w+=.+\n){4}/m);
    const lines = [...command.printed.stdout.matchAll(/^export (\w+)=(.+)\n/gm)];
    return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
  };
  const output = async () => {
    const { code, stdout, stderr } = await command.ended;
    return { code, text: stdout + stderr };
  };
  return { kill: command.kill, printed: command.printed, environment, output };
}

async function get(environment: Record<string, string>, path: string) {
  const { RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID, RBLMONITOR_AUTH_TOKEN } = environment;
  const credentials = Buffer.from(`${RBLMONITOR_ACCOUNT_SID}:${RBLMONITOR_AUTH_TOKEN}`).toString("base64");
  const answer = await fetch(`${RBLMONITOR_BASE_URL}${path}.json`, {
    headers: { authorization: `Basic ${credentials}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely
  const body = (await answer.json()) as any;
  return { status: answer.status, headers: answer.headers, body };
}

describe("rblmonitor emulator", () => {
  test("prints what to export, and serves the API there", async () => {
    const { environment } = run(["--port", "0"]);
    const exported = await environment();
    expect(exported.RBLMONITOR_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/4\.0$/);
    const { status, headers } = await get(exported, "/rbl/hosts");
    expect(status).toBe(200);
    expect(headers.get("ratelimit-limit")).toBe("1000;w=3600, 100;w=1");
  });

  test("prints the profile that a host of a free plan needs", async () => {
    const { environment, printed } = run(["--port", "0", "--plan", "free"]);
    const exported = await environment();
    const [profile = ""] = /RP[0-9a-f]{32}/.exec(printed.stderr) ?? [];
    const groups = await get(exported, "/contact/groups");
    const answer = await fetch(`${exported.RBLMONITOR_BASE_URL}/rbl/hosts.json`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${exported.RBLMONITOR_ACCOUNT_SID}:${exported.RBLMONITOR_AUTH_TOKEN}`)}`,
      },
      body: new URLSearchParams({
        ...{ host: "192.0.2.1", name: "web", profile },
        contact_group: groups.body.data[0].id,
      }),
    });
    expect(answer.status).toBe(200);
  });

  test("quotes what it prints to export, so that a shell takes it as it is", async () => {
    const token = 'a\'$(id>owned)`b`;"c"&';
    const { printed, environment } = run([
      ...["--port", "0", "--account-sid", "$HOME;x", "--auth-token", token],
    ]);
    await environment();
    const script = `${printed.stdout}printf '%s\\n' "$RBLMONITOR_ACCOUNT_SID" "$RBLMONITOR_AUTH_TOKEN"`;
    const { stdout } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe(`$HOME;x\n${token}\n`);
    expect(readdirSync(folder)).not.toContain("owned");
  });

  test.each([
    ["a line break", "--auth-token", "t\nexport PATH=/evil"],
    ["an escape sequence", "--account-sid", "me\u001b]0;x"],
    ["a space", "--auth-token", "a b"],
    ["a colon in the SID", "--account-sid", "a:b"],
  ])("refuses credentials with %s, and does not show them", async (_, option, value) => {
    const { code, text } = await run(["--port", "0", option, value]).output();
    expect(code).toBe(1);
    expect(text).toContain("must be printable ASCII characters without spaces");
    expect(text).not.toContain("export RBLMONITOR");
  });

  test("has the profile that a host of a free plan needs in its JSON", async () => {
    const { printed } = run(["--port", "0", "--plan", "free", "--json"]);
    await running.at(-1)?.says(/^}$/m);
    expect(printed.stdout).toMatch(/"default_monitoring_profile": "[A-Z]{2}[0-9a-f]{32}"/);
  });

  test("takes plan, credentials, limits, addresses and settings", async () => {
    const { environment } = run([
      ...["--port", "0", "--plan", "free", "--account-sid", "me", "--auth-token", "t", "--no-limits"],
      ...["--allowed-address", "127.0.0.1", "--set", "idKey=sid", "--set", "lists=csv"],
      ...["--webhook", "http://127.0.0.1:1/=s"],
    ]);
    const exported = await environment();
    expect([exported.RBLMONITOR_ACCOUNT_SID, exported.RBLMONITOR_AUTH_TOKEN]).toEqual(["me", "t"]);
    expect((await get(exported, "/rbl/sources")).status).toBe(403);
    const { headers, body } = await get(exported, "/contact/groups");
    expect(headers.get("ratelimit-limit")).toContain("1000000000;w=3600");
    expect(body).toMatchObject({ data: [{ sid: expect.any(String) }] });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("ends by %s, with its data kept", async (signal) => {
    const data = join(folder, `${signal}.json`);
    const { kill, environment, output } = run(["--port", "0", "--data", data], { spawned: true });
    const exported = await environment();
    kill(signal);
    // Ctrl-C ends by the signal, so that it has no exit code.
    expect((await output()).code).toBe(signal === "SIGTERM" ? 0 : null);
    expect(JSON.parse(readFileSync(data, "utf8")).accountSid).toBe(exported.RBLMONITOR_ACCOUNT_SID);
  });

  test("fills only a new account, and says so for another", async () => {
    const args = ["--port", "0", "--data", join(folder, "demo.json")];
    const note = `rblmonitor: ${join(folder, "demo.json")} has an account already: --demo adds nothing to it.\n`;
    const runs = [args, [...args, "--demo"], ["--port", "0", "--demo"]].map((each) => async () => {
      const { environment, kill, output } = run(each);
      await environment();
      kill("SIGTERM");
      return (await output()).text.includes(note);
    });
    const hasNote: boolean[] = [];
    for (const each of runs) hasNote.push(await each());
    expect(hasNote).toEqual([false, true, false]);
  });

  test("fills the account, lists hosts, sets certificate errors, arms faults and moves its clock", async () => {
    const { environment } = run([
      ...["--port", "0", "--demo", "--live", "--speed", "60", "--check-time", "0", "--control"],
      ...["--listed", "192.0.2.11=spam.bl.example.net,bulk.bl.example.net"],
      ...["--certificate-error", "portal.example.com=name_mismatch"],
      ...["--fault", "500-before,method=GET,path=/contact/groups,times=1"],
    ]);
    const exported = await environment();
    const listed = (await get(exported, "/rbl/listings")).body.data.map(({ host }: { host: string }) => host);
    expect(listed).toContain("192.0.2.11");
    const errors = (await get(exported, "/cert/errors")).body.data;
    expect(errors).toContainEqual(expect.objectContaining({ hostname: "portal.example.com" }));
    expect((await get(exported, "/contact/groups")).status).toBe(500);
    expect((await get(exported, "/contact/groups")).body.total).toBeGreaterThan(3);
    const control = new URL("/_emulator/secrets", exported.RBLMONITOR_BASE_URL).href;
    const authorization = `Basic ${Buffer.from(`${exported.RBLMONITOR_ACCOUNT_SID}:${exported.RBLMONITOR_AUTH_TOKEN}`).toString("base64")}`;
    const secrets = (await (await fetch(control, { headers: { authorization } })).json()) as object;
    expect(secrets).toMatchObject({ contacts: [{ contact: "postmaster@example.com" }] });
  });

  test("says where authcodes and the signing secret are shown", async () => {
    const { environment, kill, output } = run(["--port", "0", "--control"]);
    const { RBLMONITOR_BASE_URL = "" } = await environment();
    kill("SIGTERM");
    expect((await output()).text).toContain(new URL("/_emulator/secrets", RBLMONITOR_BASE_URL).href);
  });

  test("behaves as a file of settings says, unless --set says otherwise", async () => {
    const file = join(folder, "probe.json");
    const settings = { idKey: "sid", pausedWord: 0, inUseStatus: 422, extraFields: "none" };
    writeFileSync(file, JSON.stringify({ settings, undecided: {}, unknown: {} }));
    const { environment } = run(["--port", "0", "--settings", file, "--set", "extraFields=legacy"]);
    const { body } = await get(await environment(), "/contact/groups");
    expect(Object.keys(body.data[0])).toEqual(["sid", "name", "is_default", "total_members", "total_hosts"]);
  });

  test.each([
    [["--set", "colour=red"], 'There is no setting "colour"'],
    [["--set", "idKey=uuid"], "Values: id, sid"],
    [["--settings", "package.json"], "'package.json' is invalid. It must contain {"],
    [["--settings", join(folder, "none")], "no such file"],
    [["--plan", "gold"], "Allowed choices are free, paid, ultimate"],
    [["--port", "x"], "not a whole number"],
    [["--webhook", "x"], "<url>=<secret>"],
    [["--listed", "192.0.2.1"], "<name>=<value>"],
    [["--fault", "earthquake"], "Expected one of 429, refuse, restart"],
    [["--fault", "500-after,colour=red"], "method=, path=, times= or delay="],
    [["--fault", "500-after,path=/rbl/host"], "no operation has this path and method; paths are those of"],
  ])("refuses %j", async (args, message) => {
    const { code, text } = await run(args).output();
    expect(code).toBe(1);
    expect(text).toContain(message);
  });
});
