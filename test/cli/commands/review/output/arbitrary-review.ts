import fc from "fast-check";
import type { Review } from "../../../../../src/cli/commands/review/review";
import type {
  PlannedAttribute,
  ReviewedChange,
} from "../../../../../src/cli/commands/review/reviewed-change";
import type { Warning } from "../../../../../src/cli/commands/review/warnings";
import { json, text } from "../../../arbitrary-texts";

const sid = fc.constant(`HT${"0".repeat(32)}`);
/** Attributes are called as the schema calls them. */
const word = fc.stringMatching(/^[a-z_]{1,12}$/);
const attribute: fc.Arbitrary<PlannedAttribute> = fc.oneof(
  fc.record({ name: word, sensitive: fc.constant(true as const) }),
  fc.record(
    {
      name: word,
      before: json,
      after: json,
      after_unknown: fc.oneof(fc.constant(true as const), fc.nat(20)),
    },
    { requiredKeys: ["name", "before", "after"] },
  ),
);

const change: fc.Arbitrary<ReviewedChange> = fc.record(
  {
    type: fc.constantFrom("host", "contact", "manual_check"),
    action: fc.constantFrom("create", "update", "replace", "destroy", "forget", "import", "move"),
    address: text,
    provider: text,
    id: sid,
    key: text,
    name: text,
    attributes: fc.array(attribute, { maxLength: 4 }),
    replaced_because: fc.array(text, { maxLength: 2 }),
    moved_from: text,
    imported: text,
  },
  { requiredKeys: ["type", "action", "address", "provider", "attributes"] },
);

const warning: fc.Arbitrary<Warning> = fc.record({
  kind: fc.constantFrom("history_lost", "listed_host"),
  text,
  addresses: fc.array(text, { maxLength: 12 }),
});

const noCounts = { yes: 0, no: 0, unknown: 0 };
const noCoverage = {
  host: { watched: noCounts, reaches: noCounts },
  certificate_monitor: { watched: noCounts, reaches: noCounts },
  contact_group: { reaches: noCounts },
};

/** A review that is about those things. */
export function reviewWith(parts: Partial<Review>): Review {
  const none = { least: 0, most: 0 };
  return {
    plan: "plan",
    failure: null,
    changes: [],
    actions: [],
    drift: [],
    warnings: [],
    coverage: { before: noCoverage, after: noCoverage },
    notes: [],
    names: {},
    others: 0,
    requests_sent: 0,
    cost: {
      requests: none,
      reads: none,
      writes: none,
      check_starts: none,
      seconds: none,
      refresh: 0,
      hourly_limit: 1000,
    },
    ...parts,
  };
}

/** Any review, of any texts. */
export const reviews: fc.Arbitrary<Review> = fc
  .record({
    changes: fc.array(change, { maxLength: 8 }),
    drift: fc.array(change, { maxLength: 3 }),
    warnings: fc.array(warning, { maxLength: 4 }),
    notes: fc.array(text, { maxLength: 3 }),
    names: fc.dictionary(text, text, { maxKeys: 3 }),
    failure: fc.option(text),
  })
  .map(reviewWith);
