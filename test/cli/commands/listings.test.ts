import { columns } from "../../../src/cli/commands/listings/run";
import { plainScreen } from "../../../src/cli/output/terminal";
import { textTable } from "../../../src/cli/output/text-table";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { startService } from "../../client/support/local-service";
import { list } from "../../client/support/replies";
import { withAnswers, withLackingFields } from "../lacking-lists";
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
    const { code, stdout } = await listings("--wide");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^HOST +NAME +LISTED +BLOCKLISTS +.*SID\n192\.0\.2\.1 +mx +[\d,]+ d +abuse\.bl\.example\.net .*\n\n1 host is listed\.\n$/,
    );
    expect(stdout).toContain(id);
  });

  it("says that a listing of a paused host is its last result", async () => {
    service.account.change(host("192.0.2.1", [], true), { paused: true });
    expect((await listings()).stdout).toMatch(/^192\.0\.2\.1 +mx +[\d,]+ d \(paused: last result\) +abuse/m);
  });

  it("has the attributes of the data source in JSON", async () => {
    const id = host("192.0.2.1", ["inbound"], true);
    const found = JSON.parse((await listings("--json")).stdout);
    expect(found).toEqual({
      total_listed: 1,
      hosts: [expect.objectContaining({ id, host: "192.0.2.1", listed: true, tags: ["inbound"] })],
    });
  });

  it("ends with 2 only if a host with one of the tags is listed", async () => {
    host("192.0.2.1", ["inbound"], true);
    host("192.0.2.2", ["outbound"], false);
    expect((await listings("--fail-if-listed", "--tag", "outbound")).code).toBe(0);
    expect((await listings("--fail-if-listed", "--tag", "outbound", "--tag", "inbound")).code).toBe(2);
    expect((await listings("--tag", "inbound")).code).toBe(0);
  });

  it("does not pass with --fail-if-listed while a listed host may have the tag", async () => {
    host("192.0.2.1", ["outbound"], true);
    const lacking = (access: Parameters<typeof commandRun>[0]) =>
      commandRun(access, ["listings", "--tag", "outbound", "--fail-if-listed"]);
    const { code, stdout, stderr } = await withLackingFields(service, "/rbl/", ["tags"], lacking);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe("rblmonitor: The API does not return tags of these hosts: 192.0.2.1.\n");
  });

  it.each<[string, string, object, string]>([
    [
      "the list of listings lacks hosts",
      "/rbl/listings",
      {},
      "The service's list lacks 1 of the hosts in its total",
    ],
    [
      "the service counts more listed hosts than it shows",
      "/rbl/listings",
      { total: 0, total_listed: 1 },
      "The service's list lacks 1 of the hosts in its total",
    ],
  ])("does not pass with --tag and --fail-if-listed while %s", async (_, path, totals, text) => {
    host("192.0.2.1", ["inbound"], true);
    host("192.0.2.2", ["outbound"], false);
    const { code, stdout, stderr } = await withAnswers(
      service,
      (url, answer) =>
        url.includes(path) ? { ...answer, body: { ...answer.body, data: [], ...totals } } : answer,
      (access) => commandRun(access, ["listings", "--tag", "inbound", "--fail-if-listed"]),
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`rblmonitor: ${text}`);
  });

  it("does not say that none is where its list lacks hosts without a word on their listings", async () => {
    const body = { total: 2, total_listed: 0 };
    const { code, stdout } = await withAnswers(
      service,
      (_, answer) => ({ ...answer, body: { ...answer.body, ...body } }),
      (access) => commandRun(access, ["listings", "--fail-if-listed"]),
    );
    expect([code, stdout]).toEqual([2, "2 hosts are listed.\n"]);
  });

  it("says when there is none", async () => {
    expect(await listings()).toEqual({ code: 0, stdout: "No host is listed.\n", stderr: "" });
  });

  it("counts hosts that are listed and cannot be read, rather than say that none is", async () => {
    const odd = await startService(() => list([{ host: "192.0.2.1" }], { total_listed: 1 }));
    const { accountSid, authToken } = service;
    const run = await commandRun({ url: odd.url, accountSid, authToken }, ["listings", "--fail-if-listed"]);
    await odd.close();
    const stderr = "rblmonitor: The service's list lacks 1 of the hosts in its total, or more.\n";
    expect(run).toEqual({ code: 2, stdout: "1 host is listed.\n", stderr });
  });

  it("shows no text of the service as a terminal would act on it", async () => {
    host("192.0.2.1", [], true, "\u001b[31m\nmx");
    const { stdout } = await listings();
    expect(stdout).toContain("\\u{1b}[31m\\u{a}mx");
    expect(stdout).not.toContain("\u001b");
  });

  it("has the newest listing first, and groups hosts by blocklist", async () => {
    const at = (days: number) => Date.now() - days * 86_400_000;
    const add = (address: string, days: number, ...sources: string[]) => {
      const id = host(address, [], true, `mx-${days}`);
      const listings = sources.map((name) => ({
        sid: `RB${name.padEnd(32, "0")}`,
        host: `${name}.bl`,
        details: "",
      }));
      service.account.change(id, { listings, firstListed: at(days) });
    };
    add("192.0.2.10", 40, "a", "b");
    add("192.0.2.9", 12, "a", "b", "c", "d", "e");
    add("198.51.100.1", 1, "b");
    const { stdout } = await listings();
    expect(stdout.split("\n").slice(1, 4)).toEqual([
      "198.51.100.1  mx-1   24 h    b.bl",
      "192.0.2.9     mx-12  12 d    a.bl, b.bl, c.bl, d.bl, e.bl",
      "192.0.2.10    mx-40  40 d    a.bl, b.bl",
    ]);
    const bySource = await listings("--by", "source");
    expect(bySource.stdout.split("\n").slice(0, 4)).toEqual([
      "BLOCKLIST  HOSTS  NEWEST  LISTED",
      "b.bl       3      24 h    198.51.100.1, 192.0.2.9, 192.0.2.10",
      "a.bl       2      12 d    192.0.2.9, 192.0.2.10",
      "c.bl       1      12 d    192.0.2.9",
    ]);
    const { sources } = JSON.parse((await listings("--by", "source", "--json")).stdout);
    expect(sources[0]).toMatchObject({
      host: "b.bl",
      listed: [expect.any(String), expect.any(String), expect.any(String)],
    });
  });

  it("fits into the terminal: as many blocklists as there is room for, and the number of others", () => {
    const details = ["spam", "botnet", "bulk", "abuse", "open"].map((name) => ({
      id: null,
      host: `${name}.bl`,
    }));
    const hosts = [
      {
        host: "192.0.2.17",
        name: "mx-out-07",
        first_listed: "1970-01-01T00:00:00Z",
        listed_details: details,
      },
    ];
    const text = (width: number) => {
      return textTable(columns, hosts, { ...plainScreen, width, now: 12 * 86_400_000 }).split("\n")[1];
    };
    expect(text(52)).toBe("192.0.2.17  mx-out-07  12 d    spam.bl, botnet.bl +3");
    expect(text(200)).toBe("192.0.2.17  mx-out-07  12 d    spam.bl, botnet.bl, bulk.bl, abuse.bl, open.bl");
  });
});
