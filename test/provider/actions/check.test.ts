import { unknown } from "../../../src/terraform/values/value";
import { stillClock } from "../../client/support/clock";
import { startService } from "../../client/support/local-service";
import { success } from "../../client/support/replies";
import { actionsOf, closeAll, emulated } from "./run";

afterEach(closeAll);

const listedOn = { "192.0.2.1": ["abuse.bl.example.net", "spam.bl.example.net"] };

describe("rblmonitor_check", () => {
  it("shows the start and the result", async () => {
    const service = await emulated();
    const { progress, completed } = await (await actionsOf(service)).invoke("check", { host: "192.0.2.9" });
    expect(completed).toEqual([]);
    expect(progress).toEqual([
      expect.stringMatching(/^Started check PP[0-9a-f]{64} of 192\.0\.2\.9$/),
      "192.0.2.9 is not listed",
    ]);
    expect(service.requestCount).toBe(2);
  });

  it("fails for a listed host, and names the sources with their answers", async () => {
    const service = await emulated({ listedOn: { "192.0.2.1": ["abuse.bl.example.net"] } });
    const { progress, completed } = await (await actionsOf(service)).invoke("check", { host: "192.0.2.1" });
    expect(progress).toHaveLength(1);
    expect(completed).toEqual([
      expect.stringMatching(
        /^error at host: Host is listed: 192\.0\.2\.1 is listed by 1 source: abuse\.bl\.example\.net \(127\.0\.0\.2\) \(check PP\w+\)\. Have these listings removed, then apply again\./,
      ),
    ]);
  });

  it("only reports a listed host if fail_if_listed is false", async () => {
    const actions = await actionsOf(await emulated({ listedOn }));
    const { progress, completed } = await actions.invoke("check", {
      ...{ host: "192.0.2.1", fail_if_listed: false },
    });
    expect(completed).toEqual([]);
    expect(progress.at(-1)).toMatch(/^192\.0\.2\.1 is listed by \d source/);
  });

  it("takes a host of the account by its SID, in either letter case, and a callback", async () => {
    const service = await emulated();
    const host = service.account.add("host", { host: "192.0.2.7" }).id;
    const actions = await actionsOf(service);
    const { completed } = await actions.invoke("check", {
      ...{ host: host.toLowerCase(), callback: "http://127.0.0.1:9/done" },
    });
    expect(completed).toEqual([]);
    expect(service.requests[0]?.form).toEqual({ host, callback: "http://127.0.0.1:9/done" });
  });

  it("works with API version 3.0", async () => {
    const service = await emulated({ listedOn });
    const actions = await actionsOf(service, { env: { RBLMONITOR_API_VERSION: "3.0" } });
    expect((await actions.invoke("check", { host: "192.0.2.9" })).completed).toEqual([]);
    expect((await actions.invoke("check", { host: "192.0.2.1" })).completed).toEqual([
      expect.stringContaining("error at host: Host is listed"),
    ]);
  });

  it("fails when the check has not finished in time, and names the check", async () => {
    const actions = await actionsOf(await emulated({ checkDuration: 3_600_000 }));
    const { progress, completed } = await actions.invoke("check", { host: "192.0.2.9", timeout: 60 });
    expect(completed).toEqual([
      expect.stringMatching(/^error at timeout: Check timeout: The check PP\w+ of 192\.0\.2\.9/),
    ]);
    // The same status again does not count as progress.
    expect(progress).toEqual([
      expect.stringMatching(/^Started check/),
      expect.stringMatching(/^processing, 0 sources checked$/),
    ]);
  });

  it("ends at a request to stop, and says that the check goes on", async () => {
    const clock = stillClock();
    const actions = await actionsOf(await emulated(), { clock });
    const running = actions.invoke("check", { host: "192.0.2.9" });
    await clock.asleep;
    await actions.stop();
    const { completed } = await running;
    expect(completed).toEqual([
      expect.stringMatching(/^error at : Operation stopped: .*The check PP\w+ continues\./s),
    ]);
  });

  it("does not take a finished check without a result for a host that is not listed", async () => {
    const check = `PP${"0".repeat(64)}`;
    const replies = [success({ id: check }), success({ status: "completed" })];
    const silent = await startService((_, index) => replies[index] ?? success());
    const actions = await actionsOf({ url: silent.url, accountSid: `AC${"0".repeat(32)}`, authToken: "a" });
    const { completed } = await actions.invoke("check", { host: "192.0.2.9" });
    await silent.close();
    expect(completed).toEqual([
      expect.stringContaining(`Check without a result: The check ${check} has finished`),
    ]);
  });

  it.each([
    ["a subnet", { host: "192.0.2.0/24" }, "error at host: Invalid host: host must be an IP address"],
    ["the SID of another kind", { host: `CO${"0".repeat(32)}` }, "error at host: Invalid host"],
    ["a callback that is none", { host: "192.0.2.1", callback: "x" }, "error at callback: Invalid callback"],
    ["no time", { host: "192.0.2.1", timeout: 0.5 }, "error at timeout: Invalid timeout"],
    ["no host", {}, "error at host: Missing host"],
  ])("refuses %s at validation and in the plan, without a request", async (_, config, words) => {
    const service = await emulated();
    const actions = await actionsOf(service);
    expect(await actions.validate("check", config)).toEqual([expect.stringContaining(words)]);
    expect(await actions.plan("check", config)).toEqual([expect.stringContaining(words)]);
    expect((await actions.invoke("check", config)).completed).toEqual([expect.stringContaining(words)]);
    expect(service.requestCount).toBe(0);
  });

  it("is planned with values that are not known yet, without a request", async () => {
    const service = await emulated();
    const config = { host: unknown, timeout: unknown, callback: unknown, fail_if_listed: unknown };
    expect(await (await actionsOf(service)).plan("check", config)).toEqual([]);
    expect(service.requestCount).toBe(0);
  });

  it.each([
    ["a refusal", { allowedAddresses: ["198.51.100.1"] }, "Access denied"],
    ["an unknown host", {}, "error at host"],
  ])("completes with the words of the service for %s", async (_, options, words) => {
    const actions = await actionsOf(await emulated(options));
    const { progress, completed } = await actions.invoke("check", { host: `HT${"0".repeat(32)}` });
    expect(progress).toEqual([]);
    expect(completed).toEqual([expect.stringContaining(words)]);
  });

  it.each(["500-before", "500-after", "drop-after", "cut-body", "other-shape"] as const)(
    "starts one check and completes with an error after the fault %s at its start",
    async (fault) => {
      const service = await emulated();
      service.faults.arm({ fault, method: "POST" });
      const { completed } = await (await actionsOf(service)).invoke("check", { host: "192.0.2.9" });
      expect(completed).toHaveLength(1);
      expect(service.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    },
  );

  it("completes with an error that names the check when its status cannot be read", async () => {
    const service = await emulated();
    service.faults.arm({ fault: "500-before", method: "GET", times: 100 });
    const { progress, completed } = await (await actionsOf(service)).invoke("check", { host: "192.0.2.9" });
    expect(progress).toEqual([expect.stringContaining("Started check")]);
    expect(completed).toEqual([expect.stringMatching(/^error at : Service error: .*check PP\w+ continues/s)]);
  });
});
