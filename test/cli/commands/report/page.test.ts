import fc from "fast-check";
import type { Report } from "../../../../src/cli/commands/report/account-report";
import type { SummaryLine } from "../../../../src/cli/commands/report/facts/summary";
import { pageOf } from "../../../../src/cli/commands/report/output/page";
import { colours, style } from "../../../../src/cli/commands/report/output/style";
import type { Level } from "../../../../src/cli/commands/report/report";
import { printableText } from "../../../../src/service/printable-text";
import { text } from "../../arbitrary-texts";
import { fillCompany, fillExtreme, fillLarge, talkative } from "./accounts";
import { reportOn } from "./report-of";
import { parsed } from "./tags";

const reports = Promise.all([
  reportOn(fillCompany, talkative),
  reportOn(() => undefined),
  reportOn(fillLarge),
]);
let company: Report;
let empty: Report;
let large: Report;
beforeAll(async () => {
  [company, empty, large] = await reports;
});

describe("the page of a report", () => {
  it("shows what needs action, with names rather than SIDs", () => {
    const { text: shown } = parsed(pageOf(company));
    for (const words of [
      "4 problems need action",
      "192.0.2.5",
      "shop.example.com",
      "name mismatch, expired 2 days ago",
      "Former agency",
      "+15550100",
      "2026-11-21 14:03 UTC",
      "api.example.com",
      company.account.sid,
    ])
      expect(shown).toContain(words);
  });

  it("counts in its headline the objects that need action, and not those that need a look", () => {
    const headlineOf = (summary: Report["summary"]) =>
      /<h2 id="summary-heading">(.*)<\/h2>/.exec(pageOf({ ...company, summary }))?.[1];
    // Two listed hosts, a certificate with two errors, and a group; another certificate expires soon.
    expect(headlineOf(company.summary)).toBe("4 problems need action");
    expect(large.summary.find(({ topic }) => topic === "listed")?.count).toBe(1_667);
    // Two contacts and a paused host.
    expect(headlineOf(company.summary.filter(({ level }) => level !== "action"))).toBe(
      "Nothing needs action; 3 things to review",
    );
    const lines = (level: Level) => [{ ...company.summary[0], level, count: 1 } as SummaryLine];
    expect(headlineOf(lines("action"))).toBe("One problem needs action");
    expect(headlineOf(lines("unknown"))).toBe("Nothing known needs action");
    expect(headlineOf([{ ...lines("fine")[0], count: 0 } as SummaryLine])).toBe("All is well");
  });

  it("keeps each option of a command on a line", () => {
    const page = pageOf(company);
    expect(page).toContain("<code>rblmonitor check 192.0.2.5 <span>--wait</span></code>");
    expect(page).toContain("report <span>--chdir</span> FOLDER <span>--html</span> FILE</code>");
    expect(style).toContain("\ncode span{white-space:nowrap}\n");
  });

  it("has the colour of its worst line, and that of a calm one without any", () => {
    const levelOf = (report: Report) =>
      /<section id="summary" class="summary (\w+)"/.exec(pageOf(report))?.[1];
    expect(company.summary[0]?.level).toBe("action");
    expect(levelOf(company)).toBe("action");
    expect(levelOf({ ...company, summary: [] })).toBe("fine");
  });

  it("has the parts in the order of the summary, and none for what is fine", () => {
    const ids = (report: Report) =>
      parsed(pageOf(report)).tags.flatMap(({ name, attributes }) =>
        name === "section" && attributes.id !== undefined ? [attributes.id] : [],
      );
    expect(ids(company)).toEqual([
      "summary",
      "listed",
      "certificates",
      "groups",
      "contacts",
      "paused",
      "undeclared",
      "structure",
    ]);
    expect(ids(empty)).toEqual(["summary", "undeclared", "structure"]);
  });

  it("has a part for changes, even if problems are only gone, and counts them where they belong", () => {
    const gone = {
      object: "mx-9",
      label: null,
      text: "gone: listed",
      since: null,
      notifies: null,
      command: "",
    };
    const line = {
      topic: "changes",
      level: "fine",
      text: "1 problem gone.",
      count: 0,
      problems: [gone],
    } as const;
    const page = pageOf({ ...company, summary: [...company.summary, line] });
    expect(page).toContain('<a href="#changes">1 problem gone.</a>');
    expect(page).toMatch(/<section id="changes"[\s\S]*>mx-9<\/th>/);
    const added = { ...line, level: "action" } as const;
    expect(parsed(pageOf({ ...company, summary: [added, ...company.summary] })).text).toContain(
      "4 problems need action",
    );
  });

  it("says how to find unmanaged objects if no state was given", () => {
    expect(parsed(pageOf(empty)).text).toContain("rblmonitor report --chdir FOLDER --html FILE");
  });

  it("reports what could not be read", async () => {
    const { text: shown } = parsed(pageOf(await reportOn(() => undefined, { plan: "free" })));
    expect(shown).toContain("Sources were not read: ");
    expect(shown).toMatch(/sources: not read/);
  });

  it("loads nothing, runs nothing and leads nowhere else", () => {
    for (const report of [company, empty, large]) {
      const page = pageOf(report);
      const { tags } = parsed(page);
      const policy = tags.find(({ attributes }) => attributes["http-equiv"] === "Content-Security-Policy");
      expect(policy?.attributes.content).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
      expect(page).not.toMatch(/url\(|@import|https?:/);
      const active = ["script", "img", "link", "iframe", "object", "form", "base"];
      const acts = ({ name, attributes }: (typeof tags)[number]) =>
        active.includes(name) ||
        Object.keys(attributes).some((key) => /^on|^src/.test(key)) ||
        !(attributes.href ?? "#").startsWith("#");
      expect(tags.filter(acts)).toEqual([]);
    }
  });

  it("leads to parts that are there, whose names are different", () => {
    for (const report of [company, empty, large]) {
      const { tags } = parsed(pageOf(report));
      const ids = tags.flatMap(({ attributes: { id } }) => id ?? []);
      expect(ids).toEqual([...new Set(ids)]);
      const wanted = tags.flatMap(({ attributes: { href, "aria-labelledby": labels } }) => [
        ...(href === undefined ? [] : [href.slice(1)]),
        ...(labels?.split(" ") ?? []),
      ]);
      expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  it("closes every tag in order", () => {
    const open: string[] = [];
    for (const { name, isEnd, isWhole } of parsed(pageOf(company)).tags) {
      if (isEnd) expect(open.pop()).toBe(name);
      else if (!isWhole) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it("has one heading of the first level, no level left out, a language, a title and landmarks", () => {
    const { tags } = parsed(pageOf(company));
    const levels = tags.flatMap(({ name, isEnd }) =>
      /^h[1-6]$/.test(name) && !isEnd ? [Number(name[1])] : [],
    );
    expect([levels[0], levels.filter((level) => level === 1).length]).toEqual([1, 1]);
    for (const [index, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    const names = tags.filter(({ isEnd }) => !isEnd).map(({ name }) => name);
    for (const name of ["title", "header", "main", "footer"]) expect(names).toContain(name);
    expect(tags[0]).toMatchObject({ name: "html", attributes: { lang: "en" } });
  });

  it("has a caption and heads of columns and rows for every table, and no box that scrolls", () => {
    const { tags } = parsed(pageOf(company));
    const count = (name: string) => tags.filter((tag) => tag.name === name && !tag.isEnd).length;
    expect(count("table")).toBeGreaterThan(6);
    expect(count("caption")).toBe(count("table"));
    for (const { attributes } of tags.filter(({ name, isEnd }) => name === "th" && !isEnd))
      expect(["col", "row"]).toContain(attributes.scope);
    expect(tags.filter(({ attributes }) => attributes.tabindex !== undefined)).toEqual([]);
    expect(style).not.toMatch(/overflow(?:-[xy])?:\s*(?:auto|scroll)/);
  });

  it("shows ages, with the full time for pointers and programs", () => {
    const page = pageOf(company);
    expect(page).toContain(
      '<time datetime="2026-11-19T03:12:00.000Z" title="2026-11-19 03:12 UTC">2 d</time>',
    );
  });

  it("has the title that is requested", () => {
    const { text: shown, tags } = parsed(pageOf(company, "Mail & web"));
    expect(shown).toContain("Mail & web: api.example.com");
    expect(tags.some(({ name }) => name === "h1")).toBe(true);
    expect(shown).not.toContain("Monitoring report");
  });

  it("counts the hosts of each blocklist, those of the fullest first", () => {
    const { text: shown } = parsed(pageOf(company));
    expect(shown).toMatch(/Listed hosts per blocklist\s+BlocklistHosts\s+abuse\.bl\.example\.net2\s/);
  });

  it("shows the worst hosts first, as in the summary", async () => {
    const { text: shown } = parsed(pageOf(await reportOn(fillExtreme, talkative)));
    expect(shown).toMatch(/Notifies\s*2001:db8:85a3:8d3:1319:8a2e:370:1036\s*mx-36\s*listed by \S+, \S+ \+5/);
  });

  it("counts the problems that its summary does not name, and resumes what is paused", async () => {
    const { text: shown } = parsed(pageOf(await reportOn(fillExtreme, talkative)));
    expect(shown).toContain("and 34 more");
    expect(shown).toContain("Next step: rblmonitor resume 198.51.100.0");
  });

  it("has for every picture words in its place", () => {
    const pictures = parsed(pageOf(company)).tags.filter(({ name, isEnd }) => name === "svg" && !isEnd);
    for (const { attributes } of pictures)
      expect(attributes["aria-hidden"] === "true" || attributes.role === "img").toBe(true);
    expect(parsed(pageOf(company)).text).toContain("The same in words");
  });
});

describe("the page of an account of 5,000 hosts", () => {
  it("has every listed host, and is small enough for a mail", () => {
    const page = pageOf(large);
    const { text: shown } = parsed(page);
    expect(page.length).toBeLessThan(1_000_000);
    expect(shown).toContain("Show 1,657 more");
    expect(shown).toContain("1,667 of 5,000 hosts are listed.");
    const names = new Set([...page.matchAll(/>([^<]*)<\/th>/g)].map(([, name]) => name));
    expect(large.listed?.hosts.filter(({ host }) => !names.has(String(host)))).toEqual([]);
  });

  it("has no more than nine things in a column of its picture", () => {
    const bars = parsed(pageOf(large)).tags.filter(({ name }) => name === "rect");
    expect(bars.length).toBeGreaterThan(0);
    // The whole, and its halves, in which the middle column stands twice.
    expect(bars.length).toBeLessThanOrEqual(9 * (3 + 4));
  });
});

describe("texts from elsewhere", () => {
  const report = (name: string): Report => ({
    ...company,
    notes: [name],
    account: { sid: name, service: name },
    listed: {
      total: 1,
      hosts: [{ host: name, name: `${name}.`, contact_groups: ["g", name], first_listed: name }],
    },
    certificates: {
      total_errors: 1,
      errors: [{ hostname: name, type: name, message: name }],
      expiring: [{ hostname: name, expiry_days: -3, name }],
    },
    contacts: {
      pending: [{ contact: name, type: name, status: name, contact_groups: [name] }],
      paused: [],
      unknown: [],
    },
    summary: company.summary.map((line) => ({
      ...line,
      problems: [
        {
          object: name,
          label: name,
          text: name,
          since: null,
          notifies: [{ name, unreachable: true, note: "no active contact" }],
          command: name,
        },
      ],
    })),
    groups: [
      {
        ...{ id: "g", name, contacts: 0, hosts: 1, certificate_monitors: 0 },
        unreached: { hosts: 1, certificate_monitors: 0 },
        ...{ reaches: "no", why: name, is_unused_default: false },
      },
    ],
    unchecked: [{ kind: "host", id: name, key: name, name, reason: name }],
    paused: [{ kind: "host", id: name, key: name, name: `${name}.`, status: name }],
    undeclared: {
      states: [name],
      objects: [{ type: "undeclared", kind: "host", id: name }],
      ignored: 1,
      repeated: [],
      gone: [],
    },
    structure: {
      watches: [{ kind: "host", profile: "p", contact_group: "g", count: 1 }],
      memberships: [{ contact_group: "g", contact: "c" }],
      profiles: [{ id: "p", kind: "monitoring_profile", count: 1 }],
      contact_groups: [{ id: "g", reaches: "yes", unreachable: false, unreached: null }],
      contacts: [{ id: "c", type: name, inactive: null }],
      names: { p: name, g: name, c: name },
    },
  });
  const shape = (name: string) =>
    parsed(pageOf(report(name))).tags.map(
      ({ name: tag, isEnd, attributes }) =>
        `${isEnd ? "/" : ""}${tag} ${Object.keys(attributes).filter((key) => key !== "class")}`,
    );

  it("change nothing of the page but its text, whatever they hold", () => {
    const plain = shape("a name");
    fc.assert(
      fc.property(
        text.filter((name) => name !== ""),
        (name) => {
          expect(shape(name)).toEqual(plain);
        },
      ),
    );
  });

  it("are shown as they are, and what could hide or act as its code", () => {
    fc.assert(
      fc.property(
        text.filter((name) => name !== ""),
        (name) => {
          const { text: shown } = parsed(pageOf(report(name)));
          expect(shown).toContain(printableText(name));
          // The page's own line breaks are the only control characters.
          expect(shown.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        },
      ),
    );
  });
});

/** How bright a colour is (WCAG 2.2, relative luminance). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("the %s palette", (_, index) => {
  it.each([
    ...(["text", "soft"] as const).flatMap((colour) =>
      (["page", "card", "unknownTint"] as const).map((ground) => [colour, ground] as const),
    ),
    ...(["actionTint", "attentionTint", "unknownTint", "fineTint"] as const).map(
      (ground) => ["text", ground] as const,
    ),
    ...(["action", "attention", "unknown", "fine"] as const).flatMap((tone) => [
      [tone, "card"] as const,
      [tone, `${tone}Tint`] as const,
    ]),
    ["accent", "card"] as const,
  ])("keeps %s readable on %s", (colour, ground) => {
    expect(contrast(colours[colour][index], colours[ground][index])).toBeGreaterThanOrEqual(4.5);
  });
});
