import fc from "fast-check";
import { markdown } from "../../../../../src/cli/commands/review/output";
import type { ReviewedChange } from "../../../../../src/cli/commands/review/reviewed-change";
import { rendered } from "../../../../../src/cli/commands/review/run";
import { maxComment } from "../../../../../src/cli/output/markdown";
import { reviews, reviewWith } from "./arbitrary-review";

/** The texts that the review itself writes; all others come from elsewhere. */
const ours =
  /<!-- rblmonitor review -->|<\/?(?:code|details|summary)>|<br>|&#\d+;|\*\*|`rblmonitor review --json`|> \[!WARNING\]|^> /gm;

const row = /^\| (?:\*\*(?:destroyed|replaced)\*\*|added|changed|forgotten|imported|moved) \|/;

const hosts = (count: number, length = 0): ReviewedChange[] =>
  Array.from({ length: count }, (_, n) => ({
    type: "host",
    action: "update",
    provider: "default",
    address: `rblmonitor_host.mx[${n}]`,
    name: `mx ${n}`,
    attributes: [{ name: "name", before: `mx-${n}${"<".repeat(length)}`, after: `mx ${n}` }],
  }));

describe("the review as a comment on a pull request", () => {
  it("holds no markup, mention or link but its own, whatever the texts", () => {
    fc.assert(
      fc.property(reviews, (review) => {
        const text = rendered(review, "markdown").replace(ours, "·");
        expect(text).not.toMatch(/[<>@`*_~[\]\\&$!]|www\.|https?:/i);
        expect(text).not.toMatch(/[^\P{C}\n\u200c\u200d]/u);
      }),
    );
  });

  it("has a row of three cells for each change, whatever the texts", () => {
    fc.assert(
      fc.property(reviews, (review) => {
        const rows = rendered(review, "markdown")
          .split("\n")
          .filter((line) => row.test(line));
        expect(rows).toHaveLength(review.changes.length + review.drift.length);
        for (const one of rows) expect(one.split("|")).toHaveLength(5);
      }),
    );
  });

  it("shows the first rows of a table, and folds the others", () => {
    expect(rendered(reviewWith({ changes: hosts(20) }), "markdown")).not.toContain("<details>");
    const [shown = "", folded = ""] = rendered(reviewWith({ changes: hosts(121) }), "markdown").split(
      "<details><summary>101 more</summary>",
    );
    const rowsOf = (text: string) => text.split("\n").filter((line) => row.test(line)).length;
    expect([rowsOf(shown), rowsOf(folded)]).toEqual([20, 101]);
    expect(folded).toContain("\n\n</details>");
  });

  it.each([0, 250])(
    "of 5,000 changes fits into a comment, and reports what it leaves out (%d more characters each)",
    (length) => {
      const warnings = hosts(300).map(({ address }) => ({
        kind: "listed_host" as const,
        text: "<".repeat(2_000),
        addresses: Array<string>(50).fill(address),
      }));
      const review = reviewWith({ changes: hosts(5_000, length), warnings, notes: ["@".repeat(70_000)] });
      const text = markdown(review, maxComment);
      expect(rendered(review, "markdown")).not.toContain("changes are left out");
      expect(text.length).toBeLessThanOrEqual(65_536);
      expect(text.length).toBeGreaterThan(50_000);
      const rows = text.split("\n").filter((line) => row.test(line)).length;
      expect(text).toContain(`**${5_000 - rows} of 5000 changes are left out**`);
      expect(text).toMatch(/- \d+ more warnings are left out\./);
      expect(text.match(/<details>/g)).toHaveLength((text.match(/<\/details>/g) ?? []).length);
      expect(text.endsWith("\n")).toBe(true);
    },
  );

  it("keeps destroyed and replaced objects of all kinds before anything that is added", () => {
    const ofKind = (type: string, action: string, count: number) =>
      hosts(count).map(
        (one, n) =>
          ({ ...one, type, action, address: `rblmonitor_${type}.n${n}` }) as unknown as ReviewedChange,
      );
    const changes = [
      ...ofKind("host", "create", 4_000),
      ...ofKind("contact", "destroy", 30),
      ...ofKind("contact_group", "replace", 30),
      ...ofKind("contact_group", "update", 30),
    ];
    const text = markdown(reviewWith({ changes }), maxComment);
    expect(text.length).toBeLessThanOrEqual(65_536);
    for (const action of ["\\*\\*destroyed\\*\\*", "\\*\\*replaced\\*\\*", "changed"])
      expect(text.match(new RegExp(`^\\| ${action} `, "gm"))).toHaveLength(30);
    const shown = (text.match(/^\| added /gm) ?? []).length;
    expect(text).toContain(`hosts: ${(4_000 - shown).toLocaleString("en")} added`);
  });

  it("shows destroyed objects first, below their count, however few they are", () => {
    const destroyed = hosts(2).map(
      (one) => ({ ...one, action: "destroy", attributes: [] }) as ReviewedChange,
    );
    const text = rendered(reviewWith({ changes: [...destroyed, ...hosts(1)] }), "markdown");
    expect(text).toMatch(
      /\n\n#### destroyed: 2 hosts\n\n\|.*\n\| ---.*\n\| \*\*destroyed.*\n\| \*\*destroyed.*\n\n#### hosts\n/,
    );
    expect(text).not.toContain("<details>");
  });

  it("names ten of many objects of a warning, after its sentence", () => {
    const addresses = Array.from({ length: 1_200 }, (_, n) => `rblmonitor_host.h${n}`);
    const text = "1,200 of 1,200 objects are destroyed or replaced.";
    const review = reviewWith({ warnings: [{ kind: "destroy_limit", text, addresses }] });
    const expected = `${text} ${addresses.slice(0, 10).join(", ")}, and 1,190 more`;
    expect(rendered(review, "table").split("\n")).toContain(`  ${expected}`);
    const shown = rendered(review, "markdown")
      .replace(/<\/?code>/g, "")
      .replaceAll("&#95;", "_");
    expect(shown).toContain(`\n> - ${expected}\n`);
  });

  it("has warnings in an alert box", () => {
    const warnings = [
      { kind: "listed_host" as const, text: "It is listed.", addresses: ["rblmonitor_host.mx"] },
    ];
    expect(rendered(reviewWith({ warnings }), "markdown")).toContain(
      "\n> [!WARNING]\n> - <code>rblmonitor&#95;host.mx</code>: It is listed.\n",
    );
  });

  it.each(["markdown", "table"] as const)("names objects instead of SIDs as %s", (format) => {
    const [one, other] = [`RP${"1".repeat(32)}`, `RP${"2".repeat(32)}`];
    const [change] = hosts(1);
    const changes = [
      { ...change, attributes: [{ name: "profile", before: one, after: other }] } as ReviewedChange,
    ];
    const text = rendered(reviewWith({ changes, names: { [one]: "Hourly", [other]: "Daily" } }), format);
    expect(text).toMatch(/profile.*Hourly.*→.*Daily/);
    expect(text).not.toContain(one);
    const same = rendered(reviewWith({ changes, names: { [one]: "A", [other]: "A" } }), format);
    expect([same.includes(one), same.includes(other)]).toEqual([true, true]);
  });

  it.each(["table", "markdown"] as const)(
    "folds equal updates into one row that names them as %s",
    (format) => {
      const paused = (count: number) =>
        hosts(count).map((one) => ({
          ...one,
          attributes: [{ name: "paused", before: false, after: true }],
        }));
      const shown = (count: number) =>
        rendered(reviewWith({ changes: paused(count) }), format)
          .replace(/<\/?code>|<br>/g, " ")
          .replaceAll("&#95;", "_");
      const [row = "", ...others] = shown(16)
        .split(format === "table" ? /(?=changed {2})/ : "\n")
        .filter((text) => /^(\| )?changed/.test(text));
      expect(others).toEqual([]);
      expect(row).toContain("16 hosts");
      for (const { address } of hosts(10))
        expect(row.replace(/&#9[13];/g, (mark) => (mark === "&#91;" ? "[" : "]"))).toContain(address);
      expect(row).toContain("and 6 more");
      expect(row.match(/paused/g)).toHaveLength(1);
      expect(shown(2)).not.toContain("2 hosts ");
    },
  );

  it("says of a replaced subnet how many hosts it had, and of forgotten objects that they stay", () => {
    const [one = {} as ReviewedChange, two = {} as ReviewedChange] = hosts(2);
    const replaced = { ...one, action: "replace", objects: 8 } as const;
    const shown = rendered(reviewWith({ changes: [replaced, { ...two, action: "forget" }] }), "table");
    expect(shown).toContain("8 hosts before\n");
    expect(shown).toContain("it stays in the account, unmanaged\n");
  });

  it("gives no bound of the time where the requests have none and the least are quick", () => {
    const open = (seconds: number) => {
      const cost = { ...reviewWith({}).cost, requests: { least: 11, most: Number.POSITIVE_INFINITY } };
      const time = { least: seconds, most: Number.POSITIVE_INFINITY };
      return rendered(reviewWith({ cost: { ...cost, seconds: time } }), "table");
    };
    expect(open(0.2)).toContain("Apply: at least 11 requests. ");
    expect(open(4)).toContain("Apply: at least 11 requests, 4 s or more. ");
  });

  it("says that there is nothing to review", () => {
    expect(rendered(reviewWith({}), "markdown")).toBe(
      "<!-- rblmonitor review -->\n\n### Monitoring: no changes\n\n**Apply: no requests.** Limit: 1,000 an hour.\n",
    );
  });
});

describe("the review as a table and as JSON", () => {
  it("gives a terminal nothing to act on, whatever the texts", () => {
    fc.assert(
      fc.property(reviews, (review) => {
        for (const format of ["table", "json"] as const)
          expect(rendered(review, format)).not.toMatch(
            /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u,
          );
      }),
    );
  });

  it("is the whole review in JSON", () => {
    fc.assert(
      fc.property(reviews, (review) => {
        expect(JSON.parse(rendered(review, "json"))).toEqual({ version: 1, ...review });
      }),
    );
  });
});
