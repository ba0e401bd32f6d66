import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withLackingLists } from "../../lacking-lists";
import { commandRun } from "../drift/command";
import { Interfaces } from "./account/interfaces";

let both: Interfaces;
beforeEach(async () => {
  both = await Interfaces.open();
});
afterEach(() => both.close());

const formats = ["table", "json"] as const;

async function program(text: string, name = "panel.php"): Promise<void> {
  await writeFile(join(both.folder, name), text);
}

describe("a scan", () => {
  it("exits with 2 when it finds something, with 0 when it does not, and asks no account", async () => {
    await program("get('/3.0/rbls.json'); // 429");
    const found = await both.run("--scan", "panel.php");
    expect([found.code, found.stderr]).toEqual([2, ""]);
    await program("nothing");
    expect(await both.run("--scan", "panel.php")).toEqual({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(
        /^Nothing of version 3\.0 found\. 1 file read\. A scan cannot see .*\.\n$/,
      ),
    });
    expect([both.legacy.requestCount, both.current.requestCount]).toEqual([0, 0]);
  });

  it("exits with 2 only for what must change, and with --strict also for what is to be looked at", async () => {
    // Another service may have this path, too.
    await program("get('/3.0/contacts')");
    expect(await both.run("--scan", "panel.php")).toMatchObject({ code: 0, stderr: "" });
    expect(await both.run("--scan", "panel.php", "--strict")).toMatchObject({ code: 2, stderr: "" });
    await program("nothing");
    expect(await both.run("--scan", "panel.php", "--strict")).toMatchObject({ code: 0, stderr: "" });
  });

  it.each(formats)(
    "never says that a file is clean which uses the service in a way that is not understood, as %s",
    async (format) => {
      await program("from rblmonitor_sdk import Client\nClient().report()\n", "nightly.py");
      const { code, stdout } = await both.run("--scan", ".", "--format", format);
      expect(code).toBe(0);
      expect(stdout).toContain("nightly.py");
      expect(stdout).toMatch(/no call was understood|"not_understood": \[\s+"nightly\.py"/);
      expect(stdout).not.toContain("Nothing of version 3.0 found");
      expect((await both.run("--scan", ".", "--strict")).code).toBe(2);
    },
  );

  it.each(formats)("reports the place, the finding and its replacement, as %s", async (format) => {
    await program(
      "\n$r = post($base . '/3.0/host/add/.json', array('rbl_profile' => $p));\nif ($r->listed === 1) {}\n",
    );
    const stdout = (await both.run("--scan", ".", "--format", format)).stdout;
    for (const words of [
      "panel.php",
      "POST /host/add.json",
      "POST /rbl/hosts.json",
      "listed === 1",
      "true or false",
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).toMatch(format === "json" ? /"name": "rbl_profile"/ : /rbl_profile → profile/);
  });

  it.each(formats)("writes the same into a file as %s, and nothing else", async (format) => {
    await program("get('/3.0/rbls.json')");
    const args = ["--scan", "panel.php", "--format", format];
    const { stdout } = await both.run(...args);
    expect(await both.run(...args, "--output", "report")).toEqual({ code: 2, stdout: "", stderr: "" });
    expect(await readFile(join(both.folder, "report"), "utf8")).toBe(stdout);
  });

  it("takes several folders, and says which is none", async () => {
    await program("get('/3.0/rbls.json')");
    await program("get('/3.0/hosts.json')", "other.php");
    const { stdout } = await both.run("--scan", "panel.php", "other.php", "--json");
    const { findings } = JSON.parse(stdout) as { findings: { file: string }[] };
    expect(findings.map(({ file }) => file)).toEqual(["panel.php", "other.php"]);
    const { code, stderr } = await both.run("--scan", "none");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("rblmonitor: none cannot be scanned: ENOENT"),
    ]);
  });

  it("reads no state", async () => {
    const { code, stderr } = await both.run("--scan", ".", "--state", "x");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("give either --scan, or --state and --chdir"),
    ]);
  });

  it("shows nothing that would act on a terminal", async () => {
    await program("get('/3.0/rbls.json')", "a\u001b[31m`<b>@team.php");
    for (const format of formats) {
      expect((await both.run("--scan", ".", "--format", format)).stdout).not.toContain("\u001b");
    }
  });

  it.each(formats)("shows no secret of what it reads, as %s", async (format) => {
    const secrets = {
      user: "AC0123456789abcdef0123456789abcdef",
      token: "f".repeat(64),
      basic: Buffer.from("AC1:hidden-token").toString("base64"),
      code: "Q7W8E9",
      key: "arg-value-1",
      word: "pass-word-2",
    };
    const { basic, code, key, token, user, word } = secrets;
    await program(`
curl -u ${user}:${token} https://${user}:${token}@api.example.com/3.0/host/add/.json -d name=${word} -d rbl_profile=${key}
Authorization: Basic ${basic} GET https://api.example.com/3.0/contact/confirm/CO${"0a".repeat(16)}.json?authcode=${code}&token=${token}
"POST /3.0/contact/confirm/CO${"0b".repeat(16)}/.json?authcode=${code} HTTP/1.1" 200
define('BASE', "https://${user}:${token}@api.example.com/${key}/3.0/"); if ($listed === 1 && $x == '${word}') {}
details: 1, is_default: '${word}' ? 1 : 0, "version" == "3.0-${key}", status_message == "OK" // ${code}`);
    const { code: exit, stderr, stdout } = await both.run("--scan", ".", "--format", format);
    expect([exit, stderr]).toEqual([2, ""]);
    for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);
  });
});

describe("a comparison", () => {
  it.each(formats)("reports obstacles with reasons, as %s", async (format) => {
    const { account } = both.current;
    const host = both.id("host");
    account.change(host, { name: "Post" });
    const state = await both.stateOf(both.id("source"));
    account.change(both.id("source"), { host: "other.example.com" });
    account.remove(both.id("contact"));
    const { code, stdout } = await both.run("--state", state, "--format", format);
    expect(code).toBe(2);
    const words = [
      host,
      "Mail",
      "Post",
      "ops@example.com",
      "rblmonitor_source.object_0",
      "other.example.com",
    ];
    for (const word of words) expect(stdout).toContain(word);
    expect(stdout).toContain("the versions return different values");
  });

  it.each(formats)("writes the same into a file as %s, and nothing else", async (format) => {
    const args = ["--format", format];
    const { stdout } = await both.run(...args);
    expect(await both.run(...args, "--output", "report")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await readFile(join(both.folder, "report"), "utf8")).toBe(stdout);
  });

  it("says of an account alone that states can be compared, too", async () => {
    expect((await both.run()).stdout).toMatch(/Nothing blocks version 4\.0: .* --state or --chdir\./);
  });

  it("does not say that nothing blocks version 4.0 where a list lacks objects", async () => {
    const environment = { RBLMONITOR_LEGACY_BASE_URL: both.legacy.legacyUrl };
    const { code, stdout, stderr } = await withLackingLists(both.current, "/rbl/hosts.json", (service) =>
      commandRun(service, ["migrate"], { cwd: both.folder, environment }),
    );
    expect([code, stderr, stdout]).toEqual([
      1,
      "",
      expect.stringContaining("Nothing that could be compared differs"),
    ]);
    expect(stdout).not.toContain("Nothing blocks");
  });

  it("uses both interfaces whichever is configured", async () => {
    for (const version of ["3.0", "4.0"]) {
      expect((await both.report("--api-version", version)).requests).toEqual({ legacy: 5, current: 5 });
    }
  });

  it.each([
    ["--legacy-base-url", "RBLMONITOR_LEGACY_BASE_URL"],
    ["--base-url", "RBLMONITOR_BASE_URL"],
  ])("reports that an address is missing: %s", async (option, words) => {
    const { code, stderr } = await both.run(option, "");
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^rblmonitor: No account is configured\\. Set ${words}\\. `));
  });

  it("reports that an address is that of the other version", async () => {
    const { code, stderr } = await both.run("--legacy-base-url", both.current.url);
    expect(code).toBe(1);
    expect(stderr).toContain("which is not the address of version 3.0");
  });

  it.each(["legacy", "current"] as const)(
    "is an error, not a difference, when one is down: %s",
    async (which) => {
      both[which].faults.arm({ fault: "refuse", times: 1_000 });
      const { code, stderr, stdout } = await both.run("--max-wait", "0");
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(
        "rblmonitor: Cannot list hosts: cannot connect to the service: connection refused",
      );
    },
  );

  it.each(["SIGINT", "SIGTERM"] as const)("ends after %s", async (signal) => {
    const child = { stop: (): unknown => undefined };
    both.legacy.configure({
      latency: () => {
        const { stop } = child;
        // A second signal would end it at once.
        child.stop = () => undefined;
        stop();
        return 30_000;
      },
    });
    const run = both.runUntil(({ kill }) => {
      child.stop = () => kill(signal);
    });
    expect(await run).toEqual({ code: null, stdout: "", stderr: "" });
  });
});
