import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import type { AccountOptions } from "../../../src/cli/account/options";
import { type PauseOptions, pauseOrResume } from "../../../src/cli/commands/pause/run";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { withLackingLists } from "../lacking-lists";
import { commandRun } from "./drift/command";

let service: Emulator;
afterEach(() => service.close());

async function start(options: EmulatorOptions = {}): Promise<void> {
  service = await startEmulator({ limits: "off", ...options });
}
const host = (address: string, fields: Readonly<Record<string, unknown>> = {}) =>
  service.account.add("host", { host: address, ...fields }).id;
const isPaused = (id: string) => (service.account.find(id) as { paused?: boolean }).paused;
const run = (...args: string[]) => commandRun(service, args);
const writes = () => service.requests.filter(({ method }) => method === "POST").map(({ path }) => path);

describe("rblmonitor pause and resume, by SID", () => {
  it("do it at once, with a request for each and no other", async () => {
    await start();
    const ids = [host("192.0.2.1"), service.account.add("contact").id];
    const { code, stdout, stderr } = await run("pause", ...ids);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^RESULT +KIND +OBJECT\npaused +host +HT\w+\npaused +contact +CO\w+\n$/);
    expect([ids.map(isPaused), service.requestCount]).toEqual([[true, true], 2]);
    expect((await run("resume", ...ids)).code).toBe(0);
    expect(ids.map(isPaused)).toEqual([false, false]);
  });

  it("take SIDs in either letter case, and each object once", async () => {
    await start();
    const id = host("192.0.2.1");
    const { code } = await run("pause", id, id.toUpperCase(), id.toLowerCase());
    expect([code, isPaused(id), service.requestCount]).toEqual([0, true, 1]);
  });

  it("take what is so already for done", async () => {
    await start();
    const id = host("192.0.2.1", { paused: true });
    const { code, stdout } = await run("pause", id, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      action: "pause",
      objects: [{ kind: "host", id, key: null, name: null, result: "already_paused", error: null }],
    });
  });

  it("take a domain in Unicode and in punycode", async () => {
    await start();
    const ids = [host("xn--bcher-kva.example"), host("mail.bücher.test")];
    expect((await run("pause", "bücher.example", "*.xn--bcher-kva.test", "--yes")).code).toBe(0);
    expect(ids.map(isPaused)).toEqual([true, true]);
  });

  it("send the request where the status is unknown, and show the word", async () => {
    await start({ pausedWord: "hibernating" });
    const id = host("192.0.2.1", { paused: true });
    const { code, stdout, stderr } = await run("resume", "192.0.2.1", "--yes");
    expect([code, isPaused(id)]).toEqual([0, false]);
    expect(stderr).toMatch(/^resume, now unknown \(hibernating\) +host/m);
    expect(stdout).toMatch(/^resumed +host/m);
  });

  it("fail where a conflict has another cause than that the object is so already", async () => {
    await start();
    const builtIn = service.account.objects("source")[0]?.id ?? "";
    const { code, stdout, stderr } = await run("pause", builtIn, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout).objects).toMatchObject([{ id: builtIn, result: "failed" }]);
    expect(stderr).toContain("A built-in data source is read-only.");
  });

  it("report the result of each when some fail", async () => {
    await start();
    const [missing, id] = [`HT${"0".repeat(32)}`, host("192.0.2.1")];
    const { code, stdout, stderr } = await run("pause", missing, id, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout).objects).toMatchObject([
      { id: missing, result: "failed", error: expect.stringContaining("404") },
      { id, result: "paused", error: null },
    ]);
    expect(stderr).toContain("1 of 2 objects could not be paused.\n\nCannot pause host");
    expect(isPaused(id)).toBe(true);
  });

  it("say of objects whose requests the service did not confirm that they may be paused", async () => {
    await start();
    const ids = ["192.0.2.1", "192.0.2.2"].map((address) => host(address));
    for (const id of ids)
      service.faults.arm({ fault: "500-after", path: `/rbl/hosts/${id}/pause`, times: 9 });
    const { code, stdout, stderr } = await run("pause", ...ids, `HT${"0".repeat(32)}`);
    expect([code, ids.map(isPaused)]).toEqual([1, [true, true]]);
    expect(stdout.match(/^unknown /gm)).toHaveLength(2);
    const unconfirmed = "2 of 3 objects may be paused: the service did not confirm the request.";
    expect(stderr.replace(/\s+/g, " ")).toContain(
      `1 of 3 objects could not be paused. ${unconfirmed} Cannot pause host`,
    );
  });

  it("try no more after an error that concerns all", async () => {
    await start();
    const ids = Array.from({ length: 25 }, (_, number) => host(`192.0.2.${number}`));
    const { code, stdout } = await commandRun({ ...access(), authToken: "wrong" }, [
      "pause",
      ...ids,
      "--json",
    ]);
    expect(code).toBe(1);
    const results = (JSON.parse(stdout).objects as { result: string }[]).map(({ result }) => result);
    expect([results[0], results.at(-1)]).toEqual(["failed", "not_tried"]);
    expect(service.requestCount).toBeLessThanOrEqual(10);
  });

  it("refuse an object that cannot be paused, before anything is sent", async () => {
    await start();
    const group = `CG${"0".repeat(32)}`;
    const { code, stderr } = await run("pause", host("192.0.2.1"), group);
    expect([code, service.requestCount]).toEqual([1, 0]);
    expect(stderr).toContain(`${group} is a contact group, which cannot be paused. Only hosts, sources, `);
  });
});

describe("rblmonitor pause and resume, by name or tag", () => {
  it("take the hosts within a subnet whose addresses are hosts of their own", async () => {
    await start();
    const within = ["203.0.113.0", "203.0.113.3"].map((address) => host(address));
    const outside = host("203.0.113.4");
    const { code, stdout } = await run("pause", "203.0.113.0/30", "--yes");
    expect([code, [...within, outside].map(isPaused)]).toEqual([0, [true, true, false]]);
    expect(stdout).toContain("203.0.113.3");
  });

  it("take the host that a subnet is, and not those within", async () => {
    await start();
    const [subnet, within] = [host("203.0.113.0/30"), host("203.0.113.1")];
    expect((await run("pause", "203.0.113.0/30", "--yes")).code).toBe(0);
    expect([subnet, within].map(isPaused)).toEqual([true, false]);
  });

  it("take the host of a subnet with its children, by any address of the subnet", async () => {
    await start();
    const parent = host("203.0.113.0/30");
    const [child, other] = [host("203.0.113.1", { parent }), host("203.0.113.2")];
    expect((await run("pause", "203.0.113.2/30", "--yes")).code).toBe(0);
    expect([parent, child, other].map(isPaused)).toEqual([true, true, false]);
  });

  it("show the selection, and do nothing without a terminal for confirmation", async () => {
    await start();
    const id = host("192.0.2.1", { name: "mx-1" });
    const { code, stdout, stderr } = await run("pause", "mx-*", "--wide");
    expect([code, stdout, isPaused(id)]).toEqual([1, "", false]);
    expect(stderr).toMatch(/^ACTION +KIND +OBJECT +NAME +SID\npause +host +192\.0\.2\.1 +mx-1 +HT/);
    expect(stderr).toContain("To pause 1 object, add --yes.");
    expect(writes()).toEqual([]);
  });

  it("do it with --yes, and leave alone what is so already", async () => {
    await start();
    const [first, second, other] = [
      host("192.0.2.1", { tags: ["inbound"] }),
      host("192.0.2.2", { tags: ["inbound"], paused: true }),
      host("192.0.2.3", { tags: ["outbound"] }),
    ];
    const { code, stdout } = await run("pause", "--tag", "inbound", "--yes", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).objects).toMatchObject([
      { id: first, key: "192.0.2.1", result: "paused" },
      { id: second, key: "192.0.2.2", result: "already_paused" },
    ]);
    expect([isPaused(other), writes()]).toEqual([false, [`/rbl/hosts/${first}/pause`]]);
  });

  it("show the objects once with --yes", async () => {
    await start();
    host("192.0.2.1", { name: "mx" });
    const { stdout, stderr } = await run("pause", "mx", "--yes");
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^RESULT +KIND .*\npaused +host .*\n$/), ""]);
  });

  it("warn that paused contacts are not notified", async () => {
    await start();
    host("192.0.2.1");
    service.account.add("contact", { contact: "ops@example.com" });
    const note =
      "rblmonitor: 1 contact is among these objects. The service does not notify paused contacts.\n";
    const before = await run("pause", "192.0.2.1", "--yes");
    expect(before.stderr).not.toContain("contact");
    expect((await run("pause", "*", "--yes")).stderr).toContain(note);
    for (const args of [["pause"], ["resume"]])
      expect((await run(...args, "*", "--yes")).stderr).not.toContain("notify");
  });

  it.each([
    ["an address", "192.0.2.1"],
    ["a label in another letter case", "MX one"],
    ["a pattern", "192.0.2.?"],
  ])("find an object by %s", async (_, name) => {
    await start();
    const id = host("192.0.2.1", { name: "mx one" });
    host("192.0.2.22", { name: "mx one more" });
    const { stdout } = await run("pause", name, "--yes", "--json");
    expect((JSON.parse(stdout).objects as { id: string }[]).map((one) => one.id)).toEqual([id]);
  });

  it("look among the kinds that are named, and no others", async () => {
    await start();
    host("www.example.com", { name: "web" });
    const monitor = service.account.add("certificate_monitor", { hostname: "www.example.com" }).id;
    await run("pause", "www.example.com", "--kind", "certificate_monitor", "--yes");
    expect(writes()).toEqual([`/cert/monitors/${monitor}/pause`]);
  });

  it("ask for both a name and a tag where both are given", async () => {
    await start();
    host("192.0.2.1", { tags: ["outbound"] });
    const id = host("192.0.2.2", { tags: ["inbound"] });
    host("198.51.100.1", { tags: ["inbound"] });
    await run("pause", "192.0.2.*", "--tag", "inbound", "--yes");
    expect(writes()).toEqual([`/rbl/hosts/${id}/pause`]);
  });

  it("leave out kinds that version 3.0 does not have, and say so", async () => {
    await start();
    const id = host("192.0.2.1");
    const environment = { RBLMONITOR_API_VERSION: "3.0", RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl };
    const { code, stderr } = await commandRun(service, ["pause", "192.0.2.1", "--yes"], { environment });
    expect([code, isPaused(id)]).toEqual([0, true]);
    expect(stderr).toContain("rblmonitor: Certificate monitors were not read");
    expect(writes()).toEqual([`/host/pause/${id}`]);
  });

  it("leave out kinds that the plan does not have, and say so", async () => {
    await start({ plan: "free" });
    const id = host("192.0.2.1");
    const { code, stderr } = await run("pause", "192.0.2.1", "--yes");
    expect([code, isPaused(id)]).toEqual([0, true]);
    expect(stderr).toContain("rblmonitor: Sources were not read: list sources");
    expect((await run("pause", "192.0.2.1", "--kind", "source", "--yes")).code).toBe(1);
  });

  it("pause what matches, and fail if a list lacks objects, which may match", async () => {
    await start();
    const [lacking, paused] = [host("192.0.2.1", { name: "mx1" }), host("192.0.2.2", { name: "mx2" })];
    const { code, stdout, stderr } = await withLackingLists(service, "/rbl/hosts.json", (access) =>
      commandRun(access, ["pause", "mx*", "--yes"]),
    );
    expect([code, isPaused(lacking), isPaused(paused)]).toEqual([1, false, true]);
    expect(stdout).toMatch(/\npaused +host +192\.0\.2\.2 +mx2\n$/);
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "rblmonitor: Further objects may match that are not paused: a list lacks objects. Run the command again.",
    );
  });

  it.each([
    [["pause"], "Nothing to pause: give SIDs or names, or select objects with --tag."],
    [["pause", "mx", "missing"], 'is named "missing".'],
    [["resume", "bl.example.com"], "The service does not list paused sources: give the SID."],
    [["pause", "--tag", "none"], 'No host or certificate monitor has the tag "none".'],
    [["pause", "abuse.bl.example.net"], "cannot be paused. The service's built-in sources"],
    [["pause", "--tag", "a", "--kind", "contact"], "Only hosts and certificate monitors have tags"],
    [["pause", "--kind", "contact_group"], 'Unknown kind "contact_group". Kinds: host, source,'],
    [["pause", `HT${"0".repeat(32)}`, "--tag", "a"], "cannot be combined with SIDs"],
  ])("refuse %j, and change nothing", async (args, words) => {
    await start();
    host("192.0.2.1", { name: "mx" });
    const { code, stdout, stderr } = await run(...args, "--yes");
    expect([code, stdout, writes()]).toEqual([1, "", []]);
    expect(stderr).toContain(words);
  });
});

describe("rblmonitor resume --from", () => {
  let file: string;
  beforeEach(async () => {
    file = join(await mkdtemp(join(tmpdir(), "pause-")), "pause.json");
  });
  afterEach(() => rm(dirname(file), { recursive: true }));

  it("resumes what a pause paused, and nothing that was paused before", async () => {
    await start();
    const before = host("192.0.2.1", { tags: ["a"], paused: true });
    const paused = host("192.0.2.2", { tags: ["a"], name: "mx" });
    await writeFile(file, (await run("pause", "--tag", "a", "--yes", "--json")).stdout);
    const { code, stdout, stderr } = await run("resume", "--from", file);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^RESULT .*\nresumed +host +192\.0\.2\.2 +mx\n$/);
    expect([before, paused].map(isPaused)).toEqual([true, false]);
    expect((await run("resume", "--from", file)).stdout).toMatch(/\nalready active +host/);
  });

  it.each(["conflict", "accept"] as const)(
    "leaves alone what was paused before a pause by SID, also where the service accepts a second pause: %s",
    async (pausePaused) => {
      await start({ pausePaused });
      const before = [
        host("192.0.2.1", { paused: true }),
        service.account.add("source", { paused: true }).id,
      ];
      const paused = host("192.0.2.2");
      const { stdout } = await run("pause", ...before, paused, "--json");
      const { objects } = JSON.parse(stdout) as { objects: { result: string }[] };
      expect(objects.map(({ result }) => result)).toEqual(["already_paused", "already_paused", "paused"]);
      await writeFile(file, stdout);
      expect((await run("resume", "--from", file)).code).toBe(0);
      expect([...before, paused].map(isPaused)).toEqual([true, true, false]);
    },
  );

  it("costs a pause by SID a request for each kind and hundred objects, and a resume none", async () => {
    await start();
    const ids = Array.from({ length: 12 }, (_, n) => host(`192.0.2.${n}`));
    await run("pause", ...ids, "--json");
    expect([service.requestCount, writes().length]).toEqual([13, 12]);
    await run("resume", ...ids, "--json");
    expect([service.requestCount, writes().length]).toEqual([25, 24]);
  });

  it("does not say of what was never paused that it was resumed", async () => {
    await start();
    const [active, paused] = [
      host("192.0.2.1", { tags: ["a"] }),
      host("192.0.2.2", { tags: ["a"], paused: true }),
    ];
    const { stdout } = await run("resume", "--tag", "a", "--yes");
    expect(stdout).toMatch(/^already active +host +192\.0\.2\.1/m);
    expect(stdout).toMatch(/^resumed +host +192\.0\.2\.2/m);
    expect([active, paused].map(isPaused)).toEqual([false, false]);
    const { objects } = JSON.parse((await run("resume", active, "--yes", "--json")).stdout);
    expect(objects).toMatchObject([{ id: active, result: "already_resumed" }]);
  });

  it.each([
    ["500-after", 1, "paused"],
    ["429-after", 1, "paused"],
    ["drop-after", 1, "paused"],
    ["cut-body", 1, "paused"],
    ["cut-json", 1, "paused"],
    ["500-after", 9, "unknown"],
    ["429-after", 9, "unknown"],
    ["drop-after", 9, "unknown"],
    ["cut-body", 9, "unknown"],
  ] as const)(
    "resumes what a pause paused whose answer was lost: %s, %d times, is %s",
    async (fault, times, result) => {
      await start();
      const id = host("192.0.2.1");
      service.faults.arm({ fault, method: "POST", times, retryAfter: 10 });
      const pause = await run("pause", id, "--json", "--max-wait", times === 1 ? "300" : "1");
      expect(JSON.parse(pause.stdout).objects).toMatchObject([{ id, result }]);
      expect([pause.code, isPaused(id)]).toEqual([result === "paused" ? 0 : 1, true]);
      await service.faults.clear();
      await writeFile(file, pause.stdout);
      expect((await run("resume", "--from", file)).code).toBe(0);
      expect(isPaused(id)).toBe(false);
    },
  );

  it("leaves alone what a pause did not pause for certain", async () => {
    await start();
    const id = service.account.objects("source")[0]?.id ?? "";
    const pause = await run("pause", id, "--json");
    expect(JSON.parse(pause.stdout).objects).toMatchObject([{ id, result: "failed" }]);
    await writeFile(file, pause.stdout);
    expect((await run("resume", "--from", file)).stdout).toContain("nothing to resume");
  });

  it("says that a pause that changed nothing leaves nothing to resume", async () => {
    await start();
    await writeFile(file, (await run("pause", host("192.0.2.1", { paused: true }), "--json")).stdout);
    expect(await run("resume", "--from", file)).toMatchObject({
      ...{ code: 0, stdout: `${file} paused nothing: nothing to resume.\n`, stderr: "" },
    });
  });

  it.each([
    ["something else", "{}", [], "pause.json is not the output of `rblmonitor pause --json`."],
    ["the output of resume", '{ "action": "resume", "objects": [] }', [], "is not the output of"],
    [
      "another id than a SID",
      '{"action":"pause","objects":[{"id":"x","key":null,"name":null,"result":"paused"}]}',
      [],
      "is not the output of",
    ],
    ["a file that is missing", "", ["--from", "none.json"], "Cannot read the file none.json: no such file"],
    ["a tag too", '{ "action": "pause", "objects": [] }', ["--tag", "a"], "cannot be combined"],
  ])("refuses %s", async (_, text, args, words) => {
    await start();
    await writeFile(file, text);
    const { code, stderr } = await run("resume", "--from", file, ...args);
    expect([code, stderr, service.requestCount]).toEqual([1, expect.stringContaining(words), 0]);
  });
});

describe("Ctrl-C while objects are paused", () => {
  /** Interrupts a pause of 12 hosts when the service has answered all requests but the second, which it answers after a minute. */
  async function interruptedPause(...args: readonly string[]) {
    const ids = Array.from({ length: 12 }, (_, n) => host(`192.0.2.${n}`));
    let interrupt: () => unknown = () => undefined;
    service.configure({
      latency: ({ path }) => {
        if (!path.endsWith("/pause") && !path.endsWith("/resume")) return 0;
        if (path.includes(ids[9] ?? "")) interrupt();
        return path.includes(ids[1] ?? "") ? 60_000 : 0;
      },
    });
    const run = await commandRun(service, [...args, ...ids], {
      spawned: true,
      onStart: ({ kill }) => {
        interrupt = () => kill("SIGINT");
      },
    });
    return { ids, ...run };
  }

  it("leaves the result of each in the JSON, which resume --from undoes", async () => {
    await start();
    const { ids, code, stdout, stderr } = await interruptedPause("pause", "--json");
    const { objects } = JSON.parse(stdout) as { objects: { id: string; result: string }[] };
    expect(code).toBeNull();
    expect(objects.map(({ id }) => id)).toEqual(ids);
    expect(objects.map(({ result }) => result)).toEqual([
      "paused",
      "unknown",
      ...Array.from({ length: 8 }, () => "paused"),
      "not_tried",
      "not_tried",
    ]);
    expect(stderr.replace(/\s+/g, " ")).toBe(
      "rblmonitor: Stopped. 2 of 12 objects could not be paused. 1 of 12 objects may be paused: the service did not confirm the request. ",
    );
    service.configure({ latency: 0 });
    const folder = await mkdtemp(join(tmpdir(), "pause-"));
    await writeFile(join(folder, "pause.json"), stdout);
    await run("resume", "--from", join(folder, "pause.json"));
    await rm(folder, { recursive: true });
    expect(ids.filter(isPaused)).toEqual([]);
  });

  it("shows the result of each without --json and for resume, too", async () => {
    await start();
    const { stdout } = await interruptedPause("resume");
    expect(stdout.match(/^(?:unknown|already active|not tried)/gm)).toEqual([
      "already active",
      "unknown",
      ...Array.from({ length: 8 }, () => "already active"),
      "not tried",
      "not tried",
    ]);
  });
});

const access = () => ({ url: service.url, accountSid: service.accountSid, authToken: service.authToken });

/** Runs the command as on a terminal where a user answers, or presses Ctrl-C. */
async function onTerminal(answer: string | "interrupt") {
  const printed = { stdout: "", stderr: "" };
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let interrupt: () => void = () => undefined;
  const output = (name: "stdout" | "stderr") => ({
    isTTY: true,
    columns: 100,
    write(text: string) {
      printed[name] += text;
      if (!text.endsWith("[y/N] ")) return;
      if (answer === "interrupt") interrupt();
      else stdin.end(answer);
    },
  });
  const processContext = {
    env: { RBLMONITOR_AUTH_TOKEN: service.authToken },
    stdin,
    stdout: output("stdout"),
    stderr: output("stderr"),
    once: (_: string, listener: () => void) => {
      interrupt = listener;
    },
    off: () => undefined,
  };
  const account: AccountOptions = { baseUrl: service.url, accountSid: service.accountSid };
  const options: PauseOptions = { ...account, tag: ["inbound"] };
  const result = await pauseOrResume("pause", [], options, processContext).catch(
    (error: Error) => error.message,
  );
  return { result, ...printed };
}

describe("rblmonitor pause on a terminal", () => {
  let id: string;
  beforeEach(async () => {
    await start();
    id = host("192.0.2.1", { tags: ["inbound"] });
  });

  it("does it when a user says yes", async () => {
    const { result, stderr, stdout } = await onTerminal("y\n");
    expect([result, isPaused(id)]).toEqual([0, true]);
    expect(stderr).toContain("Pause 1 object? [y/N] ");
    expect(stdout).toContain("\u001b[32mpaused\u001b[39m");
  });

  it.each([
    ["no", "n\n"],
    ["nothing", "\n"],
    ["something else", "why?\n"],
    ["the end of input", ""],
  ])("changes nothing when the answer is %s", async (_, answer) => {
    expect([(await onTerminal(answer)).result, isPaused(id), writes()]).toEqual([
      "Nothing was changed.",
      false,
      [],
    ]);
  });

  it("changes nothing when it is interrupted", async () => {
    expect((await onTerminal("interrupt")).result).toBe("Stopped. Nothing was changed.");
    expect(writes()).toEqual([]);
  });
});
