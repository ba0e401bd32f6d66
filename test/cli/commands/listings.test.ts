import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { startService } from "../../client/support/local-service";
import { list } from "../../client/support/replies";
import { commandRun } from "./drift/command";

let service: Emulator;
beforeEach(async () => {
  service = await startEmulator({ limits: "off" });
});
afterEach(() => service.close());

const listings = (...args: string[]) => commandRun(service, ["listings", ...args]);

function host(address: string, tags: readonly string[], listed: boolean, name = "mx"): string {
  const { id } = service.account.add("host", { host: address, name, tags });
  const [source] = service.account.objects("source");
  const found = listed ? [{ sid: source?.id, host: source?.host, details: "127.0.0.2" }] : [];
  service.account.change(id, { listed, listings: found, lastChecked: 0, firstListed: listed ? 0 : null });
  return id;
}

describe("rblmonitor listings", () => {
  it("lists the hosts that are listed, and no other", async () => {
    const id = host("192.0.2.1", ["inbound"], true);
    host("192.0.2.2", [], false);
    const { code, stdout } = await listings();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^HOST +NAME +SOURCES +.*SID\n192\.0\.2\.1 +mx +1 .*\n\n1 host is listed\.\n$/);
    expect(stdout).toContain(id);
  });

  it("tells of each in JSON what the data source tells", async () => {
    const id = host("192.0.2.1", ["inbound"], true);
    const found = JSON.parse((await listings("--json")).stdout);
    expect(found).toEqual({
      total_listed: 1,
      hosts: [expect.objectContaining({ id, host: "192.0.2.1", listed: true, tags: ["inbound"] })],
    });
  });

  it("ends with 2 only if a host with one of the tags is listed", async () => {
    host("192.0.2.1", ["inbound"], true);
    expect((await listings("--fail-if-listed", "--tag", "outbound")).code).toBe(0);
    expect((await listings("--fail-if-listed", "--tag", "outbound", "--tag", "inbound")).code).toBe(2);
    expect((await listings("--tag", "inbound")).code).toBe(0);
  });

  it("says when there is none", async () => {
    expect(await listings()).toEqual({ code: 0, stdout: "No host is listed.\n", stderr: "" });
  });

  it("counts hosts that are listed and cannot be read, rather than say that none is", async () => {
    const odd = await startService(() => list([{ host: "192.0.2.1" }], { total_listed: 1 }));
    const { accountSid, authToken } = service;
    const run = await commandRun({ url: odd.url, accountSid, authToken }, ["listings", "--fail-if-listed"]);
    await odd.close();
    expect(run).toEqual({ code: 2, stdout: "1 host is listed.\n", stderr: "" });
  });

  it("shows no text of the service as a terminal would act on it", async () => {
    host("192.0.2.1", [], true, "\u001b[31m\nmx");
    const { stdout } = await listings();
    expect(stdout).toContain("\\u{1b}[31m\\u{a}mx");
    expect(stdout).not.toContain("\u001b");
  });
});
