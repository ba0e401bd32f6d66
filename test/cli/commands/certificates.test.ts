import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { withLackingLists } from "../lacking-lists";
import { commandRun } from "./drift/command";

let service: Emulator;
let monitor: string;
beforeEach(async () => {
  service = await startEmulator({ limits: "off" });
  monitor = service.account.add("certificate_monitor", { hostname: "www.example.com", name: "Web" }).id;
});
afterEach(() => service.close());

const certificates = (...args: string[]) => commandRun(service, ["certificates", ...args]);
const raise = () =>
  service.certificateErrors.raise(monitor, [{ type: "name_mismatch", message: "It is for others." }]);

describe("rblmonitor certificates", () => {
  it("lists errors and monitors", async () => {
    raise();
    const { code, stdout } = await certificates("--wide");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /name_mismatch +It is for others\. +CM[0-9a-f]{32}\n\n1 certificate error is active/,
    );
    expect(stdout).toMatch(/www\.example\.com +https +Web .*CM[0-9a-f]{32}\n$/);
  });

  it.each([
    [["errors"], ["/cert/errors"], ["total_errors", "errors"]],
    [["monitors"], ["/cert/monitors"], ["monitors"]],
    [[], ["/cert/errors", "/cert/monitors"], ["total_errors", "errors", "monitors"]],
  ])("with %j asks for no more than that", async (part, paths, keys) => {
    raise();
    const { stdout } = await certificates(...part, "--json");
    expect(service.requests.map(({ path }) => path).sort()).toEqual(paths);
    expect(Object.keys(JSON.parse(stdout))).toEqual(keys);
  });

  it("reports in JSON which monitor has which error", async () => {
    raise();
    const found = JSON.parse((await certificates("--json")).stdout);
    expect(found.errors).toMatchObject([{ monitor, type: "name_mismatch", message: "It is for others." }]);
    expect(found.monitors).toMatchObject([{ id: monitor, hostname: "www.example.com", protocol: "https" }]);
  });

  it("ends with 2 only if an error is active and that is to fail", async () => {
    expect((await certificates("--fail-if-errors")).code).toBe(0);
    raise();
    expect((await certificates("errors", "--fail-if-errors")).code).toBe(2);
    expect((await certificates()).code).toBe(0);
  });

  it("does not say that all is well where it has not looked", async () => {
    const { code, stderr } = await certificates("monitors", "--fail-if-errors");
    expect(code).toBe(1);
    expect(stderr).toContain("which `certificates monitors` does not read");
  });

  describe("with --fail-if-expiring", () => {
    const expires = (days: number | undefined, fields = {}) =>
      service.account.change(monitor, { expiry_days: days, ...fields });
    const gate = (days: number, ...args: string[]) =>
      certificates(...args, "--fail-if-expiring", String(days));

    it.each([
      [15, 0],
      [14, 2],
      [0, 2],
      [-3, 2],
    ])("and 14 days, a certificate that expires in %d ends with %d", async (days, code) => {
      expires(days);
      expect((await gate(14)).code).toBe(code);
      expect((await certificates()).code).toBe(0);
    });

    it("names the certificates, and how many", async () => {
      expires(3);
      expect((await gate(30, "monitors")).stderr).toBe(
        "rblmonitor: Expired, or expiring within 30 days: www.example.com.\n",
      );
    });

    it("is an error where it cannot know, except for what is paused", async () => {
      expires(undefined);
      const unknown = await gate(14);
      expect([unknown.code, unknown.stderr]).toEqual([
        1,
        "rblmonitor: The API does not return when these certificates expire: www.example.com.\n",
      ]);
      // It waits for nothing: it is paused.
      service.account.add("certificate_monitor", { hostname: "old.example.com", name: "Old", paused: true });
      expires(90);
      expect(await gate(14)).toMatchObject({ code: 0, stderr: "" });
      expires(undefined, { paused: true });
      expect((await gate(14)).code).toBe(0);
    });

    it("is an error if the list lacks monitors of its total", async () => {
      expires(90);
      const { code, stderr } = await withLackingLists(service, "/cert/monitors", (lacking) =>
        commandRun(lacking, ["certificates", "--fail-if-expiring", "14"]),
      );
      expect([code, stderr]).toEqual([
        1,
        "rblmonitor: The service's list lacks 1 of the certificate monitors in its total, or more.\n",
      ]);
    });

    it("needs monitors", async () => {
      const { code, stderr } = await gate(14, "errors");
      expect(code).toBe(1);
      expect(stderr).toContain("which `certificates errors` does not read");
    });
  });

  it("has the certificate that expires first at the top, with its days", async () => {
    service.account.change(monitor, { expiry_days: 61 });
    for (const [hostname, expiryDays] of [
      ["late.example.com", 90],
      ["gone.example.com", -2],
      ["soon.example.com", 5],
    ] as const)
      service.account.change(service.account.add("certificate_monitor", { hostname, name: "x" }).id, {
        expiry_days: expiryDays,
      });
    const { stdout } = await certificates("monitors");
    expect(stdout.match(/expired 2 d ago|in \d+ d/g)).toEqual([
      "expired 2 d ago",
      "in 5 d",
      "in 61 d",
      "in 90 d",
    ]);
  });

  it("refuses any other part", async () => {
    const { code, stderr } = await certificates("expired");
    expect(code).toBe(1);
    expect(stderr).toContain("Allowed choices are errors, monitors.");
  });
});
