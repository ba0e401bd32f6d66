import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { startService } from "../../client/support/local-service";
import { success } from "../../client/support/replies";
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
      results: null,
    });
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
      `does not report whether the host of PP${"0".repeat(64)} is listed, or no source was queried. To see the hosts that nothing checks: rblmonitor report`,
    );
  });

  it("does not call a host not listed if the service queried no source", async () => {
    await start();
    const profile = service.account.add("monitoring_profile", { entries: [] }).id;
    const { id } = service.account.add("host", { host: "192.0.2.1", profile });
    const { code, stdout, stderr } = await check(id, "--fail-if-listed");
    expect([code, stdout, stderr]).toEqual([
      1,
      `The check has finished, and the service does not report whether ${id} is listed, or no source was queried.\n`,
      expect.stringContaining(`does not report whether ${id} is listed, or no source was queried.`),
    ]);
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
