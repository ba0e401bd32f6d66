import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";

/** One of the specification's breaking changes, by its number there (docs/design/api-3.0.md#migration). */
export type MigrationPoint = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** A parameter of a call, and its replacement. */
export interface FoundParameter {
  readonly name: string;
  readonly line: number;
  /** What takes its place; null where it stays as it is. */
  readonly replacement: string | null;
  readonly point: MigrationPoint | null;
}

type Change = Pick<FoundParameter, "replacement" | "point">;

const unchanged: Change = { replacement: null, point: null };
const flags: Change = { replacement: "true or false instead of 1 or 0", point: 5 };

/** What becomes of parameters in every call that takes them (docs/design/api-3.0.md#migration (5 to 8)). */
const everywhere: Readonly<Record<string, Change>> = {
  details: flags,
  is_default: flags,
  page_size: { replacement: "page_size, which is 100 instead of 20 unless it is sent", point: 7 },
  schedule: { replacement: "schedule, which is still required and is deprecated", point: 8 },
};

/** What becomes of parameters in one call. */
const inCall: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  "Check status": { id: { replacement: "the last segment of the path", point: 3 } },
  "Add host": {
    contact_group: { replacement: "contact_group, required: one or more SIDs with commas between", point: 6 },
  },
  "Add contact": { contact_group: { replacement: "contact_group, which is required", point: 8 } },
  "Add RBL": { type: { replacement: "type, which may also be rbl_v6", point: 8 } },
  "Update RBL": { type: { replacement: "type, which may also be rbl_v6", point: 8 } },
};

/** What else is to know of a call in version 4.0 (docs/design/api-3.0.md#migration (3, 6, 7 and 8)). */
const remarks: Readonly<Record<string, string>> = {
  "Check status": "the id is part of the path only",
  "Add host": "profile and contact_group are required, tags is new",
  "Update host": "tags is new",
  "Add RBL": "RBLs are called sources; custom_codes is new",
  "Update RBL": "RBLs are called sources; custom_codes is new",
  "Add contact": "args is new, which some types need",
  "Update contact": "contact may be changed, too",
};

const parameters = new Map(
  legacyCalls.map((call) => [call, new Set([...call.query, ...Object.keys(call.body)])]),
);

/** Every parameter that a call of version 3.0 takes, in its body or its query. */
export function parametersOf(call: LegacyCall): ReadonlySet<string> {
  return parameters.get(call) ?? new Set();
}

/** Every parameter that any call of version 3.0 takes. */
export const parameterNames: ReadonlySet<string> = new Set(
  [...parameters.values()].flatMap((names) => [...names]),
);

/** What becomes of a parameter of a call. */
export function changeOf(call: LegacyCall, name: string): Change {
  const { currentName: now = name } = call.body[name] ?? {};
  if (now === null) return { replacement: "leave it out: it follows from the host", point: 6 };
  if (now !== name) return { replacement: now, point: 6 };
  return inCall[call.name]?.[name] ?? everywhere[name] ?? unchanged;
}

/** A call in the words of version 3.0: `POST /host/update/{id}.json`. */
export function legacyText({ legacy }: LegacyCall): string {
  return `${legacy.method} ${legacy.path}.json`;
}

/** The call that takes its place, and what to know of it: `PUT /rbl/hosts/{id}.json`. */
export function replacementText(call: LegacyCall): string {
  const { current } = call;
  const remark = remarkOf(call);
  const text = `${current.method} ${current.path}.json`;
  return remark === undefined ? text : `${text} (${remark})`;
}

/** Further changes of a call, in addition to its path and its parameters. */
export function remarkOf(call: LegacyCall): string | undefined {
  return remarks[call.name] ?? (isListing(call) ? listRemark(call) : undefined);
}

/** Whether a call reads a list in pages. */
export function isListing({ verb }: LegacyCall): boolean {
  return verb === "list" || verb === "listings";
}

function listRemark({ kind }: LegacyCall): string {
  const renamed = kind === "source" ? "RBLs are called sources; " : "";
  return `${renamed}100 objects a page instead of 20 unless page_size is sent; the count is total`;
}
