import fc from "fast-check";
import type { Report } from "../../../../../src/cli/commands/drift/drift";
import type { Finding } from "../../../../../src/cli/comparison/finding";
import type { Note } from "../../../../../src/cli/output/text";
import type { ChangedAttribute } from "../../../../../src/cli/output/values";
import { kindNames, kinds } from "../../../../../src/service/kinds";
import { json, text } from "../../../arbitrary-texts";

const word = fc.stringMatching(/^[a-z_]{1,12}$/);
const attribute: fc.Arbitrary<ChangedAttribute> = fc.oneof(
  fc.record({ name: word, before: json, after: json }),
  fc.record({ name: word, sensitive: fc.constant(true as const) }),
);

const states = ["terraform.tfstate", "states/a b#?.json", "standard input", "/srv/état.json"];

/** The names of an object, which the API may leave out. */
const names = fc.record({ key: text, name: text }, { requiredKeys: [] });
const place = fc.record({ address: text, state: fc.constantFrom(...states) });

const finding: fc.Arbitrary<Finding> = fc
  .record({
    kind: fc.constantFrom(...kindNames),
    digits: fc.stringMatching(/^[0-9a-f]{32}$/),
    names,
    found: fc.oneof(
      fc.tuple(place, fc.array(attribute, { minLength: 1, maxLength: 4 })).map(([where, attributes]) => ({
        type: "changed" as const,
        ...where,
        attributes,
      })),
      place.map((where) => ({ type: "gone" as const, ...where })),
      fc.tuple(place, fc.array(text, { minLength: 2, maxLength: 4 })).map(([where, places]) => ({
        type: "repeated" as const,
        ...where,
        places,
      })),
      fc.constant({ type: "undeclared" as const }),
    ),
  })
  .map(({ kind, digits, names: reported, found }) => ({
    kind,
    id: kinds[kind].prefix + digits,
    ...reported,
    ...found,
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
    complete: true,
    counts: {
      declared: count("changed") + count("gone"),
      changed: count("changed"),
      gone: count("gone"),
      repeated: count("repeated"),
      undeclared: count("undeclared"),
      defaults: 0,
      ignored: ignored.length,
      ignored_attributes: 0,
    },
    ignored,
    declared: [],
    notes: [],
    names: {},
    requests: { sent: 7 },
    read: { from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:00:01.500Z" },
    ...parts,
  };
}
