import type { EmulatorOptions } from "../../src/emulator/emulator";
import { describeWith } from "../real-core";
import { stateJson } from "../shown-json";
import { openAccount as openReal } from "./account";
import { byApiVersion, callOf } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { resource } from "./resource-block";

afterEach(closeAccounts);

const address = "rblmonitor_manual_check.sender";

/** A check of an address, with a condition for what it finds. */
function check(fields: string, more = ""): string {
  return `
resource "rblmonitor_manual_check" "sender" {
  host = "192.0.2.10"
  ${fields}
  ${more}
}
`;
}

const notListed = `lifecycle {
    postcondition {
      condition     = self.listed == false
      error_message = "the sender is listed"
    }
  }`;

/** Settings of an account that finds the address on a list. */
const withListing: EmulatorOptions = { listedOn: { "192.0.2.10": ["spam.bl.example.net"] } };

const [start, status] = [callOf("startCheck"), callOf("checkStatus")].map(
  ({ method, path }) => `${method} ${path}`,
);

const pathsOf = (account: TestAccount, since = 0) =>
  account.service.requests
    .slice(since)
    .map(({ method, path }) => `${method} ${path.replace(/PP\w+/, "{id}")}`);

describe("a manual check", () => {
  it("waits for its results, and sends no requests afterwards", async () => {
    const account = await openAccount();
    await account.write(check(""));
    await account.apply();
    expect(await account.values(address)).toMatchObject({
      id: expect.stringMatching(/^PP[0-9a-f]{64}$/),
      status: "completed",
      listed: false,
      listed_count: 0,
      results: null,
    });
    expect(pathsOf(account)).toEqual([start, status]);
    const before = account.service.requestCount;
    expect((await account.plan()).planned).toEqual({});
    await account.destroy();
    expect(account.service.requestCount).toBe(before);
  });

  it("returns the result of each source when details are requested", async () => {
    const account = await openAccount(withListing);
    await account.write(check("details = true"));
    await account.apply();
    expect(await account.values(address)).toMatchObject({
      listed: true,
      listed_count: 1,
      results: [
        {
          source: expect.stringMatching(/^RB/),
          // Version 3.0 names the source by its SID alone.
          host: byApiVersion({ "4.0": expect.any(String), "3.0": null }),
          listed: true,
          details: "127.0.0.2",
        },
      ],
    });
  });

  it("stops what depends on it when a postcondition does not hold", async () => {
    const account = await openReal(withListing);
    await account.write(
      `${check("", notListed)}\nresource "terraform_data" "send" {\n  input = ${address}.host\n}\n`,
    );
    const { code, diagnostics, applied } = await account.tryApply();
    expect(code).toBe(1);
    expect(diagnostics.map(({ detail }) => detail)).toEqual(["the sender is listed"]);
    expect(applied).toEqual({ [address]: "create" });
  });

  it("is replaced when a trigger changes, and not when only the wait settings change", async () => {
    const account = await openAccount();
    await account.write(check('triggers = { release = "1" }'));
    await account.apply();
    const { id } = await account.values(address);
    const before = account.service.requestCount;
    await account.write(check('triggers = { release = "1" }\ntimeout = 60'));
    expect((await account.apply()).planned).toEqual({ [address]: "update" });
    expect(account.service.requestCount).toBe(before);
    await account.write(check('triggers = { release = "2" }\ntimeout = 60'));
    expect((await account.apply()).planned).toEqual({ [address]: "replace" });
    expect((await account.values(address)).id).not.toBe(id);
  });

  it("without wait is read by the data source", async () => {
    const account = await openReal({ ...withListing, checkDuration: 0 });
    await account.write(check("wait = false"));
    await account.apply();
    expect(await account.values(address)).toMatchObject({ status: "processing", listed: null });
    await account.write(
      `${check("wait = false")}\ndata "rblmonitor_check_status" "sender" {\n  id = ${address}.id\n}\noutput "found" {\n  value = data.rblmonitor_check_status.sender\n}\n`,
    );
    const { output_changes: outputs } = await account.keptPlan();
    expect(outputs?.found).toMatchObject({
      after: { finished: true, status: "completed", listed: true, listed_count: 1 },
    });
  });

  it("that takes too long is an error with its id, and the next apply creates it again", async () => {
    const account = await openAccount({ checkDuration: 3_600_000 });
    await account.write(check("timeout = 1"));
    const { code, diagnostics } = await account.tryApply();
    expect(code).toBe(1);
    expect(diagnostics[0]).toMatchObject({
      summary: "Check timeout",
      detail: expect.stringMatching(
        /^The check PP[0-9a-f]{64} of 192\.0\.2\.10 .* within 1 s; .* "processing"/,
      ),
      code: "timeout = 1",
    });
    await account.write(check("wait = false"));
    expect((await account.apply()).planned).toEqual({ [address]: "replace" });
  });

  it.each(["checkWords", "checkResultsWhileProcessing"] as const)(
    "is understood under any %s",
    async (setting) => {
      const words = ["capitalised", "unknown-while-running", "unknown", "running", "in-progress"];
      await Promise.all(
        (setting === "checkWords" ? words : ["partial"]).map(async (value) => {
          const account = await openAccount({ ...withListing, checkDuration: 40, [setting]: value });
          await account.write(check(""));
          await account.apply();
          expect(await account.values(address)).toMatchObject({ listed: true, listed_count: 1 });
        }),
      );
    },
  );

  it("is an error, not a host that is free of listings, if the service ends it as failed", async () => {
    const account = await openAccount({ ...withListing, checkDuration: 1, checkWords: "failed" });
    await account.write(check("timeout = 1"));
    const { code, diagnostics } = await account.tryApply();
    expect(code).toBe(1);
    expect(diagnostics[0]?.detail).toMatch(/"failed", so the API does not report whether the host is listed/);
  });

  it.each([
    ['host = "192.0.2.0/24"', "must be an IP address"],
    ['host = "no host"', "must be an IP address"],
    ['host = "192.0.2.1"\ncallback = "nowhere"', "must be an absolute URL"],
    ['host = "192.0.2.1"\ntimeout = 0', "must be at least 1"],
  ])("refuses %s when it is planned", async (fields, problem) => {
    const account = await openAccount();
    await account.write(resource("manual_check", "sender", {}).replace("{", `{\n${fields}`));
    const { code, diagnostics } = await account.plan();
    expect(code).toBe(1);
    expect(diagnostics[0]?.detail).toContain(problem);
    expect(account.service.requestCount).toBe(0);
  });

  it("of a host that the account does not have is rejected with the message of the API", async () => {
    const account = await openAccount();
    await account.write(check("").replace("192.0.2.10", `HT${"0".repeat(32)}`));
    const { code, diagnostics } = await account.tryApply();
    expect(code).toBe(1);
    expect(diagnostics[0]?.detail).toContain(`there is no host HT${"0".repeat(32)}`);
  });

  it("cannot be imported", async () => {
    const account = await openReal();
    await account.write(check(""));
    const { code, stderr } = await account.workspace.run("import", address, `PP${"0".repeat(64)}`);
    expect(code).toBe(1);
    expect(stderr).toContain("Import not supported");
  });
});

describeWith("ephemeral resources")("an ephemeral check", () => {
  const ephemeral = `
ephemeral "rblmonitor_manual_check" "sender" {
  host = "192.0.2.10"
  ${notListed}
}
`;

  it("lets a plan pass while nothing is listed, and leaves nothing behind", async () => {
    const account = await openReal();
    await account.write(ephemeral);
    expect((await account.apply()).code).toBe(0);
    expect(pathsOf(account)).toContain(start);
    expect(JSON.stringify(await stateJson(account.workspace))).not.toContain("192.0.2.10");
  });

  it("stops a plan when the address is listed", async () => {
    const account = await openReal(withListing);
    await account.write(ephemeral);
    const { code, diagnostics } = await account.plan();
    expect(code).toBe(1);
    expect(diagnostics.map(({ detail }) => detail)).toEqual(["the sender is listed"]);
  });
});
