import fc from "fast-check";
import type { ChangedAttribute, Json } from "../../../../src/cli/changed-attribute";
import type { Finding, Note, Report } from "../../../../src/cli/drift/report/report";
import { type Kind, kinds } from "../../../../src/service/kinds";

const kindNames = Object.keys(kinds) as Kind[];

/** Texts that mean something to a terminal, to Markdown, to HTML, XML or JSON, or that no such format can hold. */
const nasty = fc.constantFrom(
  ...[
    "\u001b[31m\u0007",
    "\r\n",
    "\u0000\u0085\u009b2J",
    "\u202e\u2066\u200b\ufeff",
    "\ud800",
    "\udc00x",
    "\ufffe\uffff",
  ],
  ...[
    "a|b",
    "\\|",
    "`x`",
    "``",
    "<img src=x>",
    "</code></details>",
    "&amp;",
    "]]>",
    "-->",
    "<!--",
    '"',
    "'",
    "\\",
  ],
  ...[
    "@octocat",
    "@org/team",
    "#1",
    "owner/repo#2",
    "https://evil.example",
    "www.evil.example",
    "[a](b)",
    "![a](b)",
  ],
  ...[
    "*b*",
    "_i_",
    "~~s~~",
    "# h",
    "- l",
    "1. l",
    "> q",
    "---",
    "$x$",
    ":+1:",
    "constructor",
    "__proto__",
    "邮件👩‍👩‍👧",
  ],
);

/** Any text, often of nasty parts. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 5 })
    .map((parts) => parts.join("")),
  fc.string({ maxLength: 10 }),
);

const json: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  text,
  fc.array(text, { maxLength: 15 }),
  fc.array(fc.dictionary(text, text, { maxKeys: 2 }), { maxLength: 3 }),
) as fc.Arbitrary<Json>;

const word = fc.stringMatching(/^[a-z_]{1,12}$/);
const attribute: fc.Arbitrary<ChangedAttribute> = fc.oneof(
  fc.record({ name: word, before: json, after: json }),
  fc.record({ name: word, sensitive: fc.constant(true as const) }),
);

const states = ["terraform.tfstate", "states/a b#?.json", "standard input", "/srv/état.json"];

/** The names of an object, of which the service may tell none. */
const names = fc.record({ key: text, name: text }, { requiredKeys: [] });
const place = fc.record({ address: text, state: fc.constantFrom(...states) });

const finding: fc.Arbitrary<Finding> = fc
  .record({
    kind: fc.constantFrom(...kindNames),
    digits: fc.stringMatching(/^[0-9a-f]{32}$/),
    names,
    found: fc.oneof(
      fc.tuple(place, fc.array(attribute, { minLength: 1, maxLength: 4 })).map(([where, attributes]) => ({
        ...{ type: "changed" as const, ...where, attributes },
      })),
      place.map((where) => ({ type: "gone" as const, ...where })),
      fc.constant({ type: "undeclared" as const }),
    ),
  })
  .map(({ kind, digits, names: told, found }) => ({
    ...{ kind, id: kinds[kind].prefix + digits, ...told, ...found },
  }));

const note: fc.Arbitrary<Note> = fc.record({ text, address: text }, { requiredKeys: ["text"] });

/** Reports with any texts wherever a text comes from the service, the state or the user. */
export const reports: fc.Arbitrary<Report> = fc
  .record({
    findings: fc.uniqueArray(finding, { maxLength: 30, selector: ({ id }) => id }),
    ignored: fc.array(finding, { maxLength: 3 }),
    notes: fc.array(note, { maxLength: 5 }),
    names: fc.dictionary(text, text, { maxKeys: 3 }),
  })
  .map((parts) => reportOf(parts));

/** A report of those findings. */
export function reportOf(parts: Partial<Report> & Pick<Report, "findings">): Report {
  const { findings, ignored = [] } = parts;
  const count = (type: Finding["type"]) => findings.filter((one) => one.type === type).length;
  return {
    states: states.map((name) => ({ name, ...(name === "standard input" ? {} : { file: name }) })),
    kinds: kindNames,
    counts: {
      declared: count("changed") + count("gone"),
      changed: count("changed"),
      gone: count("gone"),
      undeclared: count("undeclared"),
      ignored: ignored.length,
      ignored_attributes: 0,
    },
    ...{ ignored, declared: [], notes: [], names: {} },
    requests: { sent: 7 },
    read: { from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:00:01.500Z" },
    ...parts,
  };
}
