import type { Report } from "../../../../src/cli/commands/report/account-report";
import type { ComparedStates } from "../../../../src/cli/commands/report/facts/facts";
import { pageOf } from "../../../../src/cli/commands/report/output/page";
import { ServiceError } from "../../../../src/client/errors";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { isoDate } from "../../../../src/service/dates";
import { fillCompany, fillExtreme, talkative } from "./accounts";
import { lineOf, reportOf, reportOn } from "./report-of";
import { parsed } from "./tags";

type Fill = (account: Emulator["account"]) => void;
const on = (fill: Fill, options = {}) => reportOn(({ account }) => fill(account), options);
const groupOf = (account: Emulator["account"]) => account.objects("contact_group")[0]?.id ?? "";

describe("the summary of a report", () => {
  it("begins with what needs action, and ends with what is fine", async () => {
    const { summary } = await reportOn(fillCompany, talkative);
    expect(summary.map(({ topic, level }) => [topic, level])).toEqual([
      ["listed", "action"],
      ["certificates", "action"],
      ["groups", "action"],
      ["contacts", "attention"],
      ["paused", "attention"],
      ["undeclared", "unknown"],
      ["unchecked", "fine"],
      ["requests", "fine"],
    ]);
    expect(summary.map(({ text }) => text)).toEqual([
      "2 of 43 hosts are listed.",
      "2 certificate errors are active. 1 certificate has expired, and 1 certificate expires within 30 days.",
      "1 contact group in use has no active contact.",
      "1 contact pending, 1 contact paused.",
      "1 host paused.",
      "Unmanaged objects are unknown: no state was given (add --chdir . in the folder of a configuration).",
      "Everything that is not paused is checked.",
      "991 of 1,000 requests are left in this hour.",
    ]);
  });

  it.each<[string, Fill, string, string]>([
    [
      "a listed host",
      (a) => a.add("host", { host: "a.b", listed: true }),
      "listed",
      "action: 1 of 1 host is listed.",
    ],
    [
      "hosts that are not listed",
      (a) => a.add("host", { host: "a.b" }),
      "listed",
      "fine: The host is not listed.",
    ],
    ["no host", () => undefined, "listed", "fine: The account has no hosts."],
    [
      "a certificate that expires in 30 days",
      (a) => a.add("certificate_monitor", { expiry_days: 30 }),
      "certificates",
      "attention: 1 certificate expires within 30 days.",
    ],
    [
      "a certificate that expires in 31 days",
      (a) => a.add("certificate_monitor", { expiry_days: 31 }),
      "certificates",
      "fine: No active certificate errors.",
    ],
    [
      "a certificate that has expired",
      (a) => a.add("certificate_monitor", { expiry_days: -1 }),
      "certificates",
      "action: 1 certificate has expired.",
    ],
    [
      "a group that hosts notify and no one is in",
      (a) => a.add("host", { host: "a.b" }),
      "groups",
      "action: 1 contact group in use has no active contact.",
    ],
    [
      "a group whose only contact is pending",
      (a) => {
        a.add("host", { host: "a.b" });
        a.add("contact", { contact_group: [groupOf(a)], confirmed: false });
      },
      "groups",
      "action: 1 contact group in use has no active contact.",
    ],
    [
      "a group with a contact that is notified",
      (a) => {
        a.add("host", { host: "a.b" });
        a.add("contact", { contact_group: [groupOf(a)], confirmed: false });
        a.add("contact", { contact_group: [groupOf(a)] });
      },
      "groups",
      "fine: Every contact group in use has an active contact.",
    ],
    [
      "a paused contact",
      (a) => a.add("contact", { paused: true }),
      "contacts",
      "attention: 1 contact paused.",
    ],
    [
      "a contact that is notified",
      (a) => a.add("contact"),
      "contacts",
      "fine: No contact is pending or paused.",
    ],
    [
      "what is paused",
      (a) => {
        a.add("host", { host: "a.b", paused: true });
        a.add("source", { paused: true });
        a.add("source", { host: "x.example", paused: true });
      },
      "paused",
      "attention: 1 host, 2 sources paused.",
    ],
  ])("reports %s", async (_, fill, topic, line) => {
    expect(lineOf(await on(fill, { portalSettings: "shown", pausedSources: "listed" }), topic)).toBe(line);
  });

  it.each(["lower", "capitalised", "upper"] as const)(
    "reads status words in %s letters",
    async (statusWords) => {
      const report = await on(
        (account) => {
          account.add("contact", { paused: true });
          account.add("contact", { confirmed: false });
        },
        { statusWords },
      );
      expect(lineOf(report, "contacts")).toBe("attention: 1 contact pending, 1 contact paused.");
    },
  );

  it.each([
    ["inactive", "attention: 1 host paused."],
    ["hibernating", "unknown: 1 object has status unknown (hibernating)."],
  ] as const)("reads the status %s of a paused host", async (pausedWord, line) => {
    const report = await on((account) => account.add("host", { host: "a.b", paused: true }), { pausedWord });
    expect(lineOf(report, "paused")).toBe(line);
  });

  it("does not say who is reached where the API does not return who is in which group", async () => {
    const report = await on((account) => account.add("contact"), { lists: "absent" });
    expect([report.groups, lineOf(report, "groups")]).toEqual([
      null,
      "unknown: The contacts of each group could not be read.",
    ]);
  });

  it("says that few requests are left", async () => {
    const report = await on(() => undefined, { limits: { hour: 9 } });
    expect(lineOf(report, "requests")).toBe("attention: 0 of 9 requests are left in this hour.");
  });

  it("says only what is certain of the requests where the service speaks of the second", async () => {
    expect(lineOf(await on(() => undefined, { limits: {} }), "requests")).toMatch(
      /^fine: At least \d+ of 1,000 requests/,
    );
  });
});

describe("the problems of a summary line", () => {
  const problems = ({ summary }: Report, topic: string) =>
    summary.find((line) => line.topic === topic)?.problems;

  it("name the worst hosts with their age, blocklists, groups, and the next command", async () => {
    const report = await reportOn(fillCompany, talkative);
    expect(problems(report, "listed")).toEqual([
      {
        ...{ object: "192.0.2.5", label: "mx-5", since: "2026-11-19T03:12:00.000Z" },
        text: expect.stringMatching(/^listed by \S+, \S+ \+1$/),
        ...{
          notifies: [{ name: "Postmasters", unreachable: false, note: null }],
          command: "rblmonitor check 192.0.2.5 --wait",
        },
      },
      expect.objectContaining({
        object: "shop.example.com",
        command: "rblmonitor check shop.example.com --wait",
      }),
    ]);
  });

  it("say that a listing or a certificate error of a paused object is its last result", async () => {
    const report = await reportOn(({ account, certificateErrors }) => {
      account.add("host", { host: "192.0.2.5", listed: true, paused: true });
      const { id } = account.add("certificate_monitor", { hostname: "shop.example.com" });
      certificateErrors.expect("shop.example.com", ["expired"]);
      account.change(id, { paused: true });
    }, talkative);
    expect(problems(report, "listed")?.map(({ text }) => text)).toEqual(["listed (paused: last result)"]);
    expect(problems(report, "certificates")?.map(({ text }) => text)).toEqual([
      "expired (paused: last result)",
    ]);
  });

  it("name all hosts: those on the most blocklists, then those listed first, as the list of hosts has them", async () => {
    const report = await on((account) => {
      const sources = account.objects("source").map(({ id, host }) => ({ sid: id, host, details: "Listed" }));
      for (const [host, count, day] of [
        ["new.example.com", 1, 20],
        ["old.example.com", 1, 2],
        ["older.example.com", 1, 1],
        ["many.example.com", 2, 21],
      ] as const)
        account.add("host", {
          ...{ host, listed: true, listings: sources.slice(0, count) },
          firstListed: Date.UTC(2026, 10, day),
        });
    }, talkative);
    const named = problems(report, "listed")?.map(({ object }) => object);
    expect(named).toEqual(["many.example.com", "older.example.com", "old.example.com", "new.example.com"]);
    expect(report.listed?.hosts.map(({ host }) => host)).toEqual(named);
  });

  it("name first the certificates with an error, and in front those that expire first", async () => {
    const report = await reportOn(({ account, certificateErrors }) => {
      for (const [hostname, expiry_days] of Object.entries({
        late: 44,
        unknown: undefined,
        soon: 9,
        expired: -2,
      })) {
        const { id } = account.add("certificate_monitor", {
          hostname: `${hostname}.example.com`,
          expiry_days,
        });
        certificateErrors.raise(id, [{ type: "name_mismatch", message: "Another name." }]);
      }
      account.add("certificate_monitor", { hostname: "fine.example.com", expiry_days: 1 });
      account.add("host", { host: "expired.example.com" });
    }, talkative);
    expect(problems(report, "certificates")?.map(({ object }) => object.split(".")[0])).toEqual([
      ...["expired", "soon", "late", "unknown", "fine"],
    ]);
  });

  it("name each certificate of a hostname that has several, with its own expiry and groups", async () => {
    const report = await reportOn(({ account, certificateErrors }) => {
      const monitorOf = (protocol: string, expiry_days: number) => {
        const { id } = account.add("contact_group", { name: `Team ${protocol}` });
        const watched = { hostname: "mail.example.com", name: protocol, contact_group: [id] };
        return account.add("certificate_monitor", { ...watched, protocol, expiry_days }).id;
      };
      monitorOf("https", 2);
      certificateErrors.raise(monitorOf("smtps", 20), [{ type: "name_mismatch", message: "Another name." }]);
      certificateErrors.raise(monitorOf("imaps", -1), [{ type: "ca_failure", message: "Unknown." }]);
    }, talkative);
    const rows = problems(report, "certificates")?.map(({ object, label, text, notifies }) => [
      ...[object, label, text, notifies?.[0]?.name],
    ]);
    expect(rows).toEqual([
      ["mail.example.com", "imaps", "ca failure, expired 1 day ago", "Team imaps"],
      ["mail.example.com", "smtps", "name mismatch, expires in 20 days", "Team smtps"],
      ["mail.example.com", "https", "expires in 2 days", "Team https"],
    ]);
    expect(report.summary.find(({ topic }) => topic === "certificates")?.count).toBe(2);
  });

  it("join the errors of a certificate, and name the groups of its monitor", async () => {
    const report = await reportOn(fillCompany, talkative);
    expect(problems(report, "certificates")).toEqual([
      {
        ...{ object: "shop.example.com", label: "shop", since: null },
        text: "name mismatch, expired 2 days ago",
        notifies: [{ name: "Web team", unreachable: false, note: null }],
        command: "rblmonitor certificates errors",
      },
      {
        object: "mail.example.com",
        label: "mail",
        since: null,
        text: "expires in 9 days",
        notifies: [{ name: "Web team", unreachable: false, note: null }],
        command: "rblmonitor certificates monitors",
      },
    ]);
  });

  it("name a group without an active contact, and how to activate one, and not the unused default group", async () => {
    const report = await reportOn(fillCompany, talkative);
    const nothing = { label: null, since: null, notifies: null };
    expect(problems(report, "groups")).toEqual([
      {
        ...nothing,
        object: "Former agency",
        text: "1 contact paused; alerts about 3 hosts reach no one",
        command: expect.stringMatching(/^rblmonitor resume CO[0-9a-f]{32}$/),
      },
    ]);
  });

  it("name groups that certainly reach no one before those that may, and contacts with their status", async () => {
    const report = await on(
      (account) => {
        const doubtful = account.add("contact_group", { name: "Doubtful" }).id;
        account.add("contact", { contact: "a@example.com", contact_group: [doubtful], paused: true });
        account.add("host", { host: "a.example", contact_group: [doubtful] });
        account.add("host", { host: "b.example", contact_group: [doubtful] });
        const empty = account.add("contact_group", { name: "Empty" }).id;
        account.add("host", { host: "c.example", contact_group: [empty] });
      },
      { pausedWord: "hibernating" },
    );
    const named = (topic: string) => problems(report, topic)?.map(({ object, text }) => `${object}: ${text}`);
    expect(named("groups")?.slice(0, 2)).toEqual([
      "Empty: no contact; alerts about 1 host reach no one",
      "Doubtful: 1 contact with an unknown status; alerts about 2 hosts may reach no one",
    ]);
    expect(named("contacts")).toEqual(["a@example.com: status unknown (hibernating)"]);
    expect(lineOf(report, "contacts")).toBe("unknown: 1 contact with an unknown status.");
  });

  it("count as lost only the alerts that no other group gets", async () => {
    const report = await on((account) => {
      const reached = account.add("contact_group", { name: "Reached" }).id;
      account.add("contact", { contact_group: [reached] });
      const silent = account.add("contact_group", { name: "Silent" }).id;
      account.add("host", { host: "a.example", contact_group: [silent, reached] });
      account.add("host", { host: "b.example", contact_group: [silent] });
      const spare = account.add("contact_group", { name: "Spare" }).id;
      account.add("host", { host: "c.example", contact_group: [spare, reached] });
    });
    const texts = problems(report, "groups")?.map(({ object, text }) => `${object}: ${text}`);
    expect(texts?.slice(0, 2)).toEqual([
      "Silent: no contact; alerts about 1 host reach no one",
      "Spare: no contact; alerts about 1 host reach other groups only",
    ]);
    const none = { hosts: 0, certificate_monitors: 0 };
    const unreached = report.structure.contact_groups.map((group) => [
      report.structure.names[group.id],
      group.unreached,
    ]);
    expect(Object.fromEntries(unreached)).toMatchObject({
      Reached: null,
      Silent: { ...none, hosts: 1 },
      Spare: none,
    });
  });

  it("name contacts that are not notified, and paused and unmanaged objects, each with the next command", async () => {
    const report = await reportOn(fillCompany, talkative);
    const nothing = { since: null, notifies: null };
    expect(problems(report, "contacts")).toEqual([
      {
        ...nothing,
        object: "+15550100",
        label: null,
        text: "pending",
        command: expect.stringMatching(/^rblmonitor contacts resend CO[0-9a-f]{32}$/),
      },
      {
        ...nothing,
        object: "agency@example.org",
        label: null,
        text: "paused",
        command: expect.stringMatching(/^rblmonitor resume CO[0-9a-f]{32}$/),
      },
    ]);
    expect(problems(report, "paused")).toEqual([
      {
        ...nothing,
        object: "198.51.100.3",
        label: "legacy-3",
        text: "host paused",
        command: "rblmonitor resume 198.51.100.3",
      },
    ]);
  });

  it("are complete, however many there are", async () => {
    const report = await reportOn(fillExtreme, talkative);
    const counts = report.summary.map(({ topic, problems }) => [topic, problems.length]);
    expect(Object.fromEntries(counts)).toEqual({
      listed: 37,
      certificates: 4,
      groups: 3,
      contacts: 10,
      paused: 10,
      undeclared: 0,
      unchecked: 0,
      requests: 0,
    });
    expect(problems(report, "listed")?.[0]).toMatchObject({
      object: "2001:db8:85a3:8d3:1319:8a2e:370:1036",
      text: expect.stringMatching(/ \+5$/),
    });
  });

  it("mark the groups of a host that reach no one", async () => {
    const report = await on((account) => {
      account.add("host", { host: "a.example", listed: true, contact_group: [groupOf(account)] });
    });
    expect(problems(report, "listed")?.[0]?.notifies).toEqual([
      { name: "Default", unreachable: true, note: "no active contact" },
    ]);
  });

  it("do not call a group without an active contact that has one with an unknown status", async () => {
    const fill: Fill = (account) => {
      account.add("contact", { contact_group: [groupOf(account)], paused: true });
      account.add("host", { host: "a.example", listed: true, contact_group: [groupOf(account)] });
    };
    const report = await on(fill, { pausedWord: "hibernating" });
    expect(problems(report, "listed")?.[0]?.notifies).toEqual([
      { name: "Default", unreachable: true, note: "perhaps no active contact" },
    ]);
  });

  it("give no command that a shell could misread", async () => {
    const report = await on((account) => account.add("host", { host: "$(reboot)", listed: true }));
    expect(problems(report, "listed")?.[0]?.command).toMatch(/^rblmonitor check HT[0-9a-f]{32} --wait$/);
  });

  it("are empty for what is fine", async () => {
    const { summary } = await on((account) => account.add("contact", { contact_group: [groupOf(account)] }));
    expect(summary.flatMap((line) => line.problems)).toEqual([]);
  });
});

describe("the dates of the API", () => {
  it.each([
    ["2026-11-08 10:24:02 GMT", "2026-11-08T10:24:02.000Z"],
    ["2026-11-08 10:24:02", "2026-11-08T10:24:02.000Z"],
    ["2026-11-08T10:24:02+01:00", "2026-11-08T09:24:02.000Z"],
    ["Sun, 08 Nov 2026 10:24:02 UTC", "2026-11-08T10:24:02.000Z"],
    ["yesterday", null],
    ["1", null],
    ["", null],
    [undefined, null],
  ])("are read: %j", (text, iso) => {
    expect(isoDate(text)).toBe(iso);
  });
});

describe("a report", () => {
  it("of an account whose plan lacks some kinds reports what was not read, and does not call it empty", async () => {
    const report = await on((account) => account.add("host", { host: "a.b", paused: true }), {
      plan: "free",
    });
    expect(report.counts).toMatchObject({ host: 1, monitoring_profile: null, source: null });
    expect(report.notes).toEqual([
      expect.stringMatching(/^Monitoring profiles were not read: /),
      expect.stringMatching(/^Sources were not read: /),
    ]);
    expect(lineOf(report, "paused")).toBe("attention: 1 host paused.");
  });

  it("takes a request for each page of each list", async () => {
    const { requests } = await on((account) => {
      for (let number = 0; number < 250; number += 1) account.add("host", { host: `h${number}.example.com` });
    });
    expect(requests.sent).toBe(7 + 2 + 2);
  });

  it("counts how many hosts of a profile notify a group, each for all of its groups", async () => {
    const { structure } = await on((account) => {
      const [a, b] = ["A", "B"].map((name) => account.add("contact_group", { name }).id);
      const profile = account.add("monitoring_profile", { name: "P" }).id;
      account.add("host", { host: "1.example.com", profile, contact_group: [a, b] });
      account.add("host", { host: "2.example.com", profile, contact_group: [b] });
      account.add("contact", { contact: "me@example.com", contact_group: [b] });
    });
    const named = (sid: string | null) => structure.names[sid ?? ""];
    expect(
      structure.watches.map(({ profile, contact_group, count }) => [
        named(profile),
        named(contact_group),
        count,
      ]),
    ).toEqual([
      ["P", "B", 2],
      ["P", "A", 1],
    ]);
    expect(
      structure.memberships.map(({ contact, contact_group }) => [named(contact), named(contact_group)]),
    ).toEqual([["me@example.com", "B"]]);
  });

  it("counts the hosts of a subnet for its profile and group, and not the subnet too", async () => {
    const { structure, groups } = await on((account) => {
      const group = account.add("contact_group", { name: "A" }).id;
      const profile = account.add("monitoring_profile", { name: "P" }).id;
      const both = { profile, contact_group: [group] };
      const parent = account.add("host", { host: "192.0.2.0/31", ...both }).id;
      for (const last of [0, 1]) account.add("host", { host: `192.0.2.${last}`, parent, ...both });
    }, talkative);
    expect(structure.watches.map(({ count }) => count)).toEqual([2]);
    expect(groups?.find(({ name }) => name === "A")?.hosts).toBe(2);
  });

  it("holds no args of contacts, whatever the service shows", async () => {
    const report = await on(
      (account) => account.add("contact", { args: { key: "s3cret" }, confirmed: false }),
      {
        argsReturned: "whole",
      },
    );
    expect(JSON.stringify(report)).not.toContain("s3cret");
    expect(report.contacts?.pending).toHaveLength(1);
  });

  it("says what it does not know where the service forbids a list that is not a kind's", async () => {
    const service = await startEmulator({ limits: "off" });
    const forbidden = new ServiceError({
      ...{ kind: "forbidden", operation: "list", problem: "Not in the plan.", effect: "none" },
    });
    const refuse = () => Promise.reject(forbidden);
    const report = await reportOf(service, undefined, { listings: refuse, certificateErrors: refuse });
    expect([report.listed, report.certificates]).toEqual([null, null]);
    expect(lineOf(report, "listed")).toBe("unknown: Listings could not be read.");
    expect(lineOf(report, "certificates")).toBe("unknown: Certificate errors could not be read.");
    expect(report.notes).toEqual([
      expect.stringMatching(/^Listings were not read: .*Not in the plan\./s),
      expect.stringMatching(/^Certificate errors were not read: .*Not in the plan\./s),
    ]);
    expect(pageOf(report)).toContain("Listings could not be read.");
    await service.close();
  });

  it("has what was read before the requests of the hour ran out, and names what is missing", async () => {
    const report = await on((account) => account.add("host", { host: "a.b", listed: true }), {
      limits: { hour: 6 },
    });
    expect(report.complete).toBe(false);
    expect(lineOf(report, "listed")).toBe("action: 1 of 1 host is listed.");
    const unread = Object.values(report.counts).filter((count) => count === null);
    expect(unread).toHaveLength(3);
    expect(report.notes).toHaveLength(3);
    for (const note of report.notes) expect(note).toMatch(/^[A-Z].* were not read: .*limit/);
    const missing = parsed(pageOf(report)).text;
    for (const note of report.notes) expect(missing).toContain(note);
  });

  it("does not call certificates fine if only their errors could be read", async () => {
    const report = await on((account) => account.add("host", { host: "a.b" }), { limits: { hour: 2 } });
    expect(lineOf(report, "certificates")).toBe(
      "unknown: No active certificate errors. When certificates expire could not be read.",
    );
    expect(lineOf(report, "listed")).toBe("fine: None of the hosts is listed.");
    expect(pageOf(report)).not.toContain("The account monitors nothing yet");
  });

  it("calls no group unused, and draws nothing, if the hosts could not be read", async () => {
    // Listings, certificate errors and a page of each list are read, and two pages of hosts are not.
    const report = await on(
      (account) => {
        for (let number = 0; number < 250; number += 1)
          account.add("host", { host: `h${number}.example.com`, contact_group: [groupOf(account)] });
      },
      { limits: { hour: 9 } },
    );
    expect([report.counts.host, report.counts.contact_group, report.groups]).toEqual([null, 1, null]);
    expect(lineOf(report, "groups")).toBe("unknown: The contacts of each group could not be read.");
    const { text: shown } = parsed(pageOf(report));
    expect(shown).toContain("Hosts, certificate monitors, contacts or groups could not be read.");
    expect(shown).not.toContain("not notified");
  });

  it("fails when nothing could be read", async () => {
    await expect(on(() => undefined, { limits: { hour: 0 } })).rejects.toThrow("limit");
  });

  it("fails when the service forbids everything", async () => {
    const service = await startEmulator({ limits: "off", allowedAddresses: ["192.0.2.1"] });
    await expect(reportOf(service)).rejects.toThrow(/forbid|not allowed/i);
    await service.close();
  });

  it("fails when anything but a feature of the plan cannot be read", async () => {
    const service = await startEmulator({ limits: "off" });
    service.faults.arm({ fault: "500-before", path: "/cert/errors", times: 100 });
    await expect(reportOf(service)).rejects.toThrow("the service answered 500");
    await service.close();
  });
});

describe("undeclared objects", () => {
  const states = (ids: readonly string[], more: Partial<ComparedStates> = {}): ComparedStates => ({
    ...{ states: [{ name: "production" }], rules: [], notes: [], secrets: [], repeated: [] },
    declared: [{ ids, values: {} }] as never,
    ...more,
  });

  it("are not all that the states say if one is declared more than once", async () => {
    const service = await startEmulator({ limits: "off" });
    const { id } = service.account.add("host", { host: "192.0.2.1" });
    const ids = service.account.objects("contact_group").map((group) => group.id);
    const places = [
      { address: "rblmonitor_host.a", state: "one" },
      { address: "rblmonitor_host.b", state: "two" },
    ];
    const report = await reportOf(
      service,
      states([id, ...ids], { repeated: [{ id, declared: places as never }] }),
    );
    await service.close();
    const line = report.summary.find(({ topic }) => topic === "undeclared");
    expect(line).toMatchObject({
      level: "attention",
      text: expect.stringContaining("1 object declared more than once."),
    });
    expect(line?.problems.map(({ text }) => text)).toContain(
      "declared more than once: rblmonitor_host.a in one, rblmonitor_host.b in two",
    );
  });

  it("are reported with what a state declares and the account does not have, as far as its lists show it", async () => {
    const service = await startEmulator({ limits: "off" });
    const groups = service.account.objects("contact_group").map(({ id }) => id);
    const sid = (prefix: string) => `${prefix}${"0".repeat(32)}`;
    const declared = [
      { kind: "contact_group", id: groups[0], ids: groups, address: "rblmonitor_contact_group.all" },
      { kind: "host", id: sid("HT"), ids: [sid("HT")], address: "rblmonitor_host.mx" },
      // Lists may leave them out while they are pending or paused.
      { kind: "contact", id: sid("CO"), ids: [sid("CO")], address: "rblmonitor_contact.ann" },
      { kind: "source", id: sid("RB"), ids: [sid("RB")], address: "rblmonitor_source.own" },
    ].map((each) => ({ ...each, values: {} }));
    const { undeclared, summary } = await reportOf(service, states([], { declared: declared as never }));
    await service.close();
    expect(undeclared?.gone).toEqual([{ id: sid("HT"), address: "rblmonitor_host.mx" }]);
    const line = summary.find(({ topic }) => topic === "undeclared");
    expect(line?.text).toMatch(/^1 declared object missing in the account/);
    expect(line?.problems[0]).toMatchObject({ object: "rblmonitor_host.mx", text: "not in the account" });
  });

  it("are those that no state holds, without the sources of the service", async () => {
    const service = await startEmulator({ limits: "off" });
    const [one, two] = ["a.example", "b.example"].map((host) => service.account.add("host", { host }));
    const own = service.account.add("source", { host: "bl.example" });
    const report = await reportOf(service, states([one?.id ?? ""]));
    expect(report.undeclared?.objects.map(({ id }) => id)).toEqual(expect.arrayContaining([two?.id, own.id]));
    expect(report.undeclared?.objects.map(({ key }) => key)).not.toContain("a.example");
    expect(lineOf(report, "undeclared")).toBe("attention: 2 unmanaged objects in the account.");
    await service.close();
  });

  it("are counted by kind if they are paused as declared", async () => {
    const service = await startEmulator({ limits: "off" });
    const kinds = ["host", "certificate_monitor", "contact", "contact"] as const;
    const fields = { host: "a.example", hostname: "a.example", paused: true };
    const ids = kinds.map((kind) => service.account.add(kind, fields).id);
    const declared = ids.map((id) => ({ ids: [id], values: { paused: true } })) as never;
    const report = await reportOf(service, states([], { declared }));
    expect(lineOf(report, "contacts")).toBe("fine: 2 contacts are paused as declared.");
    expect(lineOf(report, "paused")).toBe("fine: 1 host and 1 certificate monitor are paused as declared.");
    await service.close();
  });

  it("are empty if all objects are managed", async () => {
    const service = await startEmulator({ limits: "off" });
    const kinds = ["monitoring_profile", "certificate_profile", "contact_group"] as const;
    const report = await reportOf(
      service,
      states(kinds.flatMap((kind) => service.account.objects(kind).map(({ id }) => id))),
    );
    expect(lineOf(report, "undeclared")).toBe("fine: Every object in the account is managed.");
    await service.close();
  });
});
