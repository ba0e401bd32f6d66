import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { startService } from "../../client/support/local-service";
import { success } from "../../client/support/replies";
import { withAnswers } from "../lacking-lists";
import { commandRun } from "./drift/command";

let service: Emulator;
afterEach(() => service.close());

async function start(options: EmulatorOptions = {}): Promise<void> {
  service = await startEmulator({ limits: "off", ...options });
}
const access = ({ accountSid, authToken }: Emulator) => ({ accountSid, authToken });
const check = (...args: string[]) => commandRun(service, ["check", ...args]);

describe("rblmonitor check", () => {
  it("prints the id of the check that it starts, by which the result is found later", async () => {
    await start({ listedOn: { "192.0.2.1": ["abuse.bl.example.net"] } });
    const { code, stdout, stderr } = await check("192.0.2.1");
    expect([code, stderr]).toEqual([0, ""]);
    const [id = ""] = /PP[0-9a-f]{64}/.exec(stdout) ?? [];
    expect(stdout).toBe(
      `Started check ${id} of 192.0.2.1.\nTo see the result:\n  rblmonitor check ${id} --wait\n`,
    );
    const later = await check(id.toUpperCase(), "--wait", "--json");
    expect(JSON.parse(later.stdout)).toEqual({
      id,
      host: null,
      name: null,
      status: "completed",
      finished: true,
      listed: true,
      listed_count: 1,
      unchecked: null,
      results: null,
    });
  });

  it("advises a command with the account that its options select", async () => {
    await start();
    const environment = { RBLMONITOR_BASE_URL: undefined } as never;
    const args = ["check", "192.0.2.1", "--base-url", service.url];
    const { stdout } = await commandRun(service, args, { environment });
    expect(stdout).toMatch(new RegExp(`\n {2}rblmonitor check PP\\w+ --wait --base-url ${service.url}\n$`));
  });

  it("waits, and shows which sources list the host, with their details", async () => {
    await start({ listedOn: { "192.0.2.1": ["abuse.bl.example.net"] } });
    const { code, stdout } = await check("192.0.2.1", "--wait", "--details", "--wide");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^192\.0\.2\.1 is listed by 1 source\.\n\nLISTED +SOURCE +DETAILS +SID\nyes +abuse\.bl\.example\.net +127\.0\.0\.2 +RB[0-9a-f]{32}\n$/,
    );
  });

  it("shows the sources that list the host first, and each part by name", async () => {
    await start();
    const of = (host: string, listed: boolean) => ({ id: `RB${"0".repeat(32)}`, host, listed });
    const listed_details = [of("b.bl", false), of("s10.bl", true), of("a.bl", false), of("s9.bl", true)];
    const other = await startService(() => success({ status: "completed", listed: true, listed_details }));
    const args = ["check", `PP${"0".repeat(64)}`, "--wait", "--details"];
    const { stdout } = await commandRun({ ...access(service), url: other.url }, args);
    await other.close();
    expect(stdout.match(/\w+\.bl/g)).toEqual(["s9.bl", "s10.bl", "a.bl", "b.bl"]);
  });

  it("takes a host of the account by its SID, and asks for a callback", async () => {
    await start();
    const { id } = service.account.add("host", { host: "192.0.2.7" });
    await check(id.toUpperCase(), "--callback", "http://127.0.0.1:9/done", "--details");
    expect(service.requests.map(({ path, form }) => [path, form])).toEqual([
      ["/rbl/check/start", { host: id, callback: "http://127.0.0.1:9/done", details: "true" }],
    ]);
  });

  it.each([
    ["listed", { "mail.example.com": ["abuse.bl.example.net"] }, 2],
    ["not listed", {}, 0],
  ])("ends with 2 only where it is to fail for a listed host: %s", async (_, listedOn, expected) => {
    await start({ listedOn });
    expect((await check("mail.example.com", "--fail-if-listed")).code).toBe(expected);
    expect((await check("mail.example.com", "--wait")).code).toBe(0);
  });

  it("fails when the check has not finished in time, and reports how to continue", async () => {
    await start({ checkDuration: 60_000 });
    const { code, stdout, stderr } = await check("192.0.2.1", "--fail-if-listed", "--timeout", "1");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^rblmonitor: The check (PP[0-9a-f]{64}) has not finished within 1 seconds\. To continue waiting: rblmonitor check \1 --wait\n$/,
    );
  });

  it("does not take an answer without a word on listings for a host that is not listed", async () => {
    await start();
    const silent = await startService(() => success({ status: "completed" }));
    const args = ["check", `PP${"0".repeat(64)}`, "--fail-if-listed"];
    const run = await commandRun({ ...access(service), url: silent.url }, args);
    await silent.close();
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(
      "does not report whether the host is listed. To see the listed hosts: rblmonitor listings",
    );
  });

  it("reports how to find the result when it is interrupted", async () => {
    const child = { stop: () => undefined as unknown };
    await start({
      checkDuration: 60_000,
      latency: ({ method }) => {
        if (method === "GET") child.stop();
        return 0;
      },
    });
    const { code, stderr } = await commandRun(service, ["check", "192.0.2.1", "--wait"], {
      onStart: ({ kill }) => {
        child.stop = () => kill("SIGINT");
      },
    });
    // The signal has ended it.
    expect(code).toBeNull();
    expect(stderr).toMatch(
      /^rblmonitor: Stopped\. The check continues: rblmonitor check PP[0-9a-f]{64} shows/,
    );
  });

  it.each([
    [["999.1.1.1"], '"999.1.1.1" is not a valid IP address. Give an IP address (192.0.2.1)'],
    [["192.0.2.0/24"], '"192.0.2.0/24" is a subnet and cannot be checked. Give an IP address'],
    [
      [`PP${"0".repeat(64)}`, "--callback", "http://a/"],
      "--callback is for a new check: give a host, or leave out --callback.",
    ],
    [["192.0.2.1", "--timeout", "soon"], "not a whole number"],
    [[], "missing required argument 'host'"],
  ])("refuses %j before anything is sent", async (args, words) => {
    await start();
    const { code, stdout, stderr } = await check(...args);
    expect([code, stdout, service.requestCount]).toEqual([1, "", 0]);
    expect(stderr).toMatch(/^rblmonitor: /);
    expect(stderr).toContain(words);
  });

  it("takes several hosts, by address and by label, and reports all of them", async () => {
    await start({ listedOn: { "192.0.2.7": ["abuse.bl.example.net"] } });
    const { id } = service.account.add("host", { host: "192.0.2.7", name: "mx one" });
    const args = ["192.0.2.1", "mx one", "192.0.2.1", "--fail-if-listed"];
    const { code, stdout } = await check(...args);
    expect([code, stdout]).toEqual([
      2,
      "192.0.2.1 is not listed.\n\nmx one (192.0.2.7) is listed by 1 source.\n\n1 of 2 hosts is listed.\n",
    ]);
    expect(service.requests.flatMap(({ form }) => form?.host ?? [])).toEqual(["192.0.2.1", id]);
    const { checks } = JSON.parse((await check(...args, "--json")).stdout);
    expect(checks).toMatchObject([
      { host: "192.0.2.1", name: null, listed: false },
      { host: "192.0.2.7", name: "mx one", listed: true },
    ]);
  });

  it("starts no checks of several hosts with a label before a confirmation", async () => {
    await start();
    for (const host of ["192.0.2.10", "192.0.2.7", "192.0.2.8"])
      service.account.add("host", { host, name: "mx" });
    const asked = await check("mx");
    expect([asked.code, asked.stdout]).toEqual([1, ""]);
    expect(asked.stderr).toMatch(/^HOST +NAME\n192\.0\.2\.7 +mx\n192\.0\.2\.8 +mx\n192\.0\.2\.10 +mx\n/);
    expect(asked.stderr).toContain(
      "No check was started: confirmation needs a terminal. To start 3 checks, add --yes.",
    );
    expect(service.requests.map(({ method }) => method)).toEqual(["GET"]);
    expect((await check("mx", "--yes", "--wait")).stdout).toMatch(
      /192\.0\.2\.7\) is not .*192\.0\.2\.8\) is not.*192\.0\.2\.10\) is not listed\.\n\n0 of 3 hosts are listed\.\n$/s,
    );
  });

  it.each([["not a host"], ["PP123"]])(
    "refuses %j, which no host is named, before a check starts",
    async (text) => {
      await start();
      const { code, stdout, stderr } = await check("192.0.2.1", text);
      expect([code, stdout]).toEqual([1, ""]);
      expect(service.requests.map(({ method }) => method)).toEqual(["GET"]);
      expect(stderr).toContain(
        `rblmonitor: No host is named ${JSON.stringify(text)}. Give an IP address (192.0.2.1)`,
      );
    },
  );

  it("says so when there is no such check", async () => {
    await start();
    const { code, stderr } = await check(`PP${"0".repeat(64)}`);
    expect(code).toBe(1);
    expect(stderr).toContain("Cannot get check status PP000");
  });
});

describe("a host that the service does not call listed", () => {
  /** Starts a service with a host that a profile of these sources checks. */
  async function startWithHost(type: string, source: { paused?: boolean }, isSelected: boolean) {
    await start();
    const own = service.account.add("source", { host: "bl.example.com", type: "rbl", paused: true });
    const entry = service.account.add("source", { host: "own.example.com", type, ...source });
    const entries = isSelected ? [own.id, entry.id] : [];
    const profile = service.account.add("monitoring_profile", {
      name: "Mail",
      sync_method: "use_my_selections",
      entries,
    });
    return service.account.add("host", { host: "192.0.2.7", name: "mx", profile: profile.id }).id;
  }
  /** The lists that a check reads. */
  async function readsOf(...args: readonly string[]) {
    const before = service.requestCount;
    const { code } = await check(...args, "--fail-if-listed", "--yes");
    const sent = service.requests.slice(before).filter(({ method }) => method === "GET");
    return {
      code,
      reads: sent
        .map(({ path }) => path)
        .filter((path) => !path.startsWith("/rbl/check/"))
        .sort(),
    };
  }

  it.each([
    [
      "has no source of its type",
      "uribl",
      {},
      true,
      'the monitoring profile "Mail" has no active source for IPv4 addresses (`rbl`)',
    ],
    [
      "has only paused sources",
      "rbl",
      { paused: true },
      true,
      'all sources of the monitoring profile "Mail" are paused',
    ],
    ["selects no sources", "rbl", {}, false, 'the monitoring profile "Mail" selects no sources'],
  ])("has no result where its profile %s", async (_, type, source, isSelected, reason) => {
    const id = await startWithHost(type, source, isSelected);
    const text = `Nothing checks mx (192.0.2.7): ${reason}.`;
    const { code, stdout, stderr } = await check("mx", "--fail-if-listed");
    expect([code, stdout.replace(/\s+/g, " ").trim()]).toEqual([1, text]);
    expect(stderr.replace(/\s+/g, " ")).toContain(
      `rblmonitor: ${text} Add a source to the profile, or select another profile.`,
    );
    const bySid = await check(id, "--wait", "--json");
    expect(JSON.parse(bySid.stdout)).toMatchObject({
      finished: true,
      listed: null,
      listed_count: null,
      unchecked: reason,
    });
  });

  it("costs two more requests by its label, and three by its SID or address, once for all hosts", async () => {
    const id = await startWithHost("rbl", {}, true);
    const lists = { code: 0, reads: ["/rbl/hosts", "/rbl/profiles", "/rbl/sources"] };
    for (const name of ["mx", id, "192.0.2.7", "198.51.100.1"]) expect(await readsOf(name)).toEqual(lists);
    service.account.add("host", { ...service.account.find(id), host: "192.0.2.8" });
    expect(await readsOf("mx", id, "192.0.2.8", "198.51.100.1")).toEqual(lists);
  });

  it("costs no more where a source lists it, and by its address without --fail-if-listed", async () => {
    const id = await startWithHost("rbl", {}, true);
    service.configure({ listedOn: { "192.0.2.7": ["own.example.com"] } });
    expect(await readsOf(id)).toEqual({ code: 2, reads: [] });
    service.configure({ listedOn: {} });
    const before = service.requestCount;
    await check("192.0.2.7", "--wait");
    const paths = service.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith("/rbl/check/"))).toEqual([]);
  });

  it("is found by its address in any spelling", async () => {
    const id = await startWithHost("rbl", {}, true);
    service.account.add("host", { ...service.account.find(id), host: "mail.bücher.example" });
    const { code, stderr } = await check("MAIL.xn--bcher-kva.example", "--fail-if-listed");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("no active source for domain names (`uribl`)"),
    ]);
  });

  const withoutCount = (url: string, answer: { status: number; body: object }) => {
    if (!url.includes("/rbl/check/status/")) return answer;
    const { data } = answer.body as { data: object };
    return { ...answer, body: { ...answer.body, data: { ...data, checked_count: undefined } } };
  };

  it.each([
    ["the service counts the sources that it queried", false, 0, "mx (192.0.2.7) is not listed.\n"],
    [
      "not where the service does not count them",
      true,
      1,
      "The check has finished, and the service does not report whether mx (192.0.2.7) is listed.\n",
    ],
  ] as const)("is not listed where its sources are unknown and %s", async (_, isWithout, expected, text) => {
    await startWithHost("rbl", {}, true);
    const refused = { status: 403, body: { status_code: 403, status_message: "Forbidden." } };
    const run = await withAnswers(
      service,
      (url, answer) =>
        url.includes("/rbl/sources") ? refused : isWithout ? withoutCount(url, answer) : answer,
      (proxy) => commandRun(proxy, ["check", "mx", "--fail-if-listed"]),
    );
    expect([run.code, run.stdout]).toEqual([expected, text]);
    expect(run.stderr).toContain("Sources were not read");
  });

  it("does not count as one that is not listed among several", async () => {
    await startWithHost("uribl", {}, true);
    service.account.add("host", { host: "www.example.com", name: "mx", profile: "" });
    const { code, stdout } = await check("mx", "198.51.100.1", "--wait", "--yes");
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n0 of 3 hosts are listed; of 1 it is unknown\.\n$/);
  });
});
