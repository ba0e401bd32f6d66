import type { Emulator } from "../../../../src/emulator/emulator";
import { alertFlags } from "../../../../src/service/fields";
import { withAnswers, withLackingFields, withRefusedLists } from "../../lacking-lists";
import { commandRun } from "../drift/command";
import { Workbench } from "../drift/workbench";
import { fillCompany, idIn, talkative } from "./accounts";

let bench: Workbench;
let service: Emulator;
beforeEach(async () => {
  bench = await Workbench.open();
  service = await bench.emulator(talkative);
  fillCompany(service);
});
afterEach(() => bench.close());

type Service = Parameters<typeof commandRun>[0];

async function reportOn(on: Service, ...args: string[]) {
  const { code, stdout, stderr } = await commandRun(on, ["report", "--json", ...args], { cwd: bench.folder });
  const { summary, complete, notes } = JSON.parse(stdout) as {
    summary: { topic: string; level: string; text: string }[];
    complete: boolean;
    notes: string[];
  };
  const parts = Object.fromEntries(summary.map(({ topic, level, text }) => [topic, `${level}: ${text}`]));
  return { code, stderr, complete, notes, parts };
}

describe("a report without a list that every plan of an account includes", () => {
  it.each([
    ["/rbl/hosts", ["groups", "unchecked", "contacts", "paused"]],
    ["/contact/groups", ["groups", "unchecked", "contacts", "paused"]],
    ["/rbl/listings", ["listed", "unchecked", "paused"]],
  ])("fails without %s, and calls no part fine that rests on it", async (path, topics) => {
    const contacts = service.account.objects("contact").map(({ id }) => id);
    for (const id of contacts) service.account.change(id, { paused: false, confirmed: true });
    await withRefusedLists(service, [path], async (refusing) => {
      const { code, stderr, complete, parts } = await reportOn(refusing, "--fail-on", "action");
      expect([code === 0, complete]).toEqual([false, false]);
      expect(stderr).toContain("The report is incomplete, as its notes say.");
      for (const topic of topics) expect(parts[topic]).not.toMatch(/^fine/);
    });
  });

  it("is complete without those that a plan may not include, and says what it knows of the others", async () => {
    service.configure({ plan: "free" });
    await withRefusedLists(service, ["/cert/"], async (refusing) => {
      const { complete, parts } = await reportOn(refusing);
      expect(complete).toBe(true);
      expect(parts.certificates).toMatch(/^unknown/);
      expect(parts.unchecked).toMatch(/^unknown: .*profiles or sources could not be read\.$/);
    });
  });
});

it("a report says that hosts alone are checked if certificates are not in the account's plan", async () => {
  await withRefusedLists(service, ["/cert/"], async (refusing) => {
    expect((await reportOn(refusing)).parts.unchecked).toBe(
      "fine: Every host that is not paused is checked.",
    );
  });
});

it("a report is incomplete if the service counts more certificate errors than it shows", async () => {
  const hide = (url: string, answer: { status: number; body: object }) =>
    url.includes("/cert/errors") ? { ...answer, body: { ...answer.body, data: [] } } : answer;
  await withAnswers(service, hide, async (hiding) => {
    const { code, complete, notes } = await reportOn(hiding);
    expect([code, complete]).toEqual([1, false]);
    expect(notes).toContain("The service's list lacks 2 of the certificate errors in its total, or more.");
  });
});

it("a report counts the certificates whose expiry the service does not show", async () => {
  service.certificateErrors.resolve(idIn(service, "certificate_monitor", "shop.example.com"), ["expired"]);
  for (const { id } of service.account.objects("certificate_monitor"))
    service.account.change(id, { expiry_days: undefined });
  expect((await reportOn(service)).parts.certificates).toMatch(/When 4 certificates expire is not known\.$/);
});

it("a report names what is not known also where something is certain", async () => {
  service.configure({ pausedWord: "hibernating" });
  const silent = Object.fromEntries(alertFlags.map((flag) => [flag, false]));
  const { id } = service.account.add("certificate_profile", { name: "Silent", ...silent });
  service.account.change(idIn(service, "certificate_monitor", "www.example.com"), { profile: id });
  // One host of the account is paused.
  expect((await reportOn(service)).parts.unchecked).toBe(
    "action: Nothing checks 1 certificate monitor. Whether anything checks 1 object is not known: the API does not return enough.",
  );
});

it("a report does not say that no source is paused, since a list may leave out paused ones", async () => {
  for (const { id } of service.account.objects("host")) service.account.change(id, { paused: false });
  expect((await reportOn(service)).parts.paused).toBe("fine: No host or certificate monitor is paused.");
});

it.each([
  ["/contacts", "groups", "unknown: 4 contact groups in use have only contacts whose status is unknown."],
  ["/contacts", "contacts", "unknown: 6 contacts with an unknown status."],
  ["/rbl/hosts", "paused", "unknown: 43 objects have status unknown (not returned)."],
  [
    "/rbl/hosts",
    "unchecked",
    "unknown: Whether anything checks 43 objects is not known: the API does not return enough.",
  ],
  [
    "/cert/monitors",
    "unchecked",
    "unknown: Whether anything checks 4 objects is not known: the API does not return enough.",
  ],
])("a report does not call well what may be paused as %s have no status: %s", async (path, topic, text) => {
  await withLackingFields(service, path, ["status"], async (lacking) => {
    expect((await reportOn(lacking)).parts[topic]).toBe(text);
  });
});

it("a report does not call checked what the service has not checked for weeks", async () => {
  const lastChecked = Date.parse("2026-03-01T12:00:00Z");
  service.account.change(idIn(service, "host", "192.0.2.5"), { lastChecked });
  const monitor = idIn(service, "certificate_monitor", "www.example.com");
  service.account.change(monitor, { last_checked: new Date(lastChecked).toISOString() });
  const { stdout } = await commandRun(service, ["report"], { cwd: bench.folder });
  expect(stdout).toMatch(
    /Nothing checks 1 host and 1 certificate monitor\.\n.*192\.0\.2\.5 mx-5: not checked since 2026-03-01\n/,
  );
});
