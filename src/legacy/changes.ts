import type { LegacyCall } from "./calls";
import { listingsViews, successorOf } from "./routes";

/** The replacement of a parameter. */
export interface Change {
  /** Null where it stays as it is. */
  readonly replacement: string | null;
  /** The number of the breaking change in the specification (docs/design/api-3.0.md#migration). */
  readonly point: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | null;
}

const flag: Change = { replacement: "true or false instead of 1 or 0", point: 5 };
const sourceType: Change = { replacement: "type, which may also be rbl_v6", point: 8 };
const hostGroups = "contact_group, required: one or more SIDs with commas between";

/** Changes of parameters, in all calls or in one (docs/design/api-3.0.md#migration (3, and 5 to 8)). */
const changes: Readonly<Record<string, Change>> = {
  details: flag,
  is_default: flag,
  page_size: { replacement: "page_size, which is 100 instead of 20 unless it is sent", point: 7 },
  schedule: { replacement: "schedule, which is still required and is deprecated", point: 8 },
  "Check status id": { replacement: "the last segment of the path", point: 3 },
  "Add host contact_group": { replacement: hostGroups, point: 6 },
  "Add contact contact_group": { replacement: "contact_group, which is required", point: 8 },
  "Add RBL type": sourceType,
  "Update RBL type": sourceType,
};

/** Further changes of a call (docs/design/api-3.0.md#migration (3, 6, 7 and 8)). */
const remarks: Readonly<Record<string, string>> = {
  "Check status": "the id is part of the path only",
  "Add host": "profile and contact_group are required, tags is new",
  "Update host": "tags is new",
  "Add RBL": "RBLs are called sources; custom_codes is new",
  "Update RBL": "RBLs are called sources; custom_codes is new",
  "Add contact": "args is new, which some types need",
  "Update contact": "contact may be changed, too",
};

/** Every parameter that a call of version 3.0 takes, in its body or its query. */
export function parametersOf(call: LegacyCall): readonly string[] {
  return [...call.query, ...Object.keys(call.body)];
}

/** The change of a parameter of a call. */
export function changeOf(call: LegacyCall, name: string): Change {
  const { currentName: now = name } = call.body[name] ?? {};
  if (now === null) return { replacement: "leave it out: it follows from the host", point: 6 };
  if (now !== name) return { replacement: now, point: 6 };
  return changes[`${call.name} ${name}`] ?? changes[name] ?? { replacement: null, point: null };
}

/** Further changes of a call, in addition to its path and its parameters. */
export function remarkOf(call: LegacyCall): string | undefined {
  if (!call.query.includes("page_size")) return remarks[call.name];
  const renamed = call.kind === "source" ? "RBLs are called sources; " : "";
  return `${renamed}100 objects a page instead of 20 unless page_size is sent; the count is total`;
}

/** Calls that a path may mean: several if its verb is a value. */
export type Calls = readonly [LegacyCall, ...LegacyCall[]];

/** Calls that a path may mean, in words: `POST /host/update/{id}.json`, and the call of version 4.0. @param format of the answer */
export function callTexts([call, ...others]: Calls, format = "") {
  const found = [call, ...others]
    .map(({ legacy }) => `${legacy.method} ${legacy.path}.${format || "json"}`)
    .join(", or ");
  if (others.length > 0) return { found, replacement: "the call of version 4.0 that belongs to the verb" };
  const view = listingsViews.find((each) => each === format);
  const remark = view ? "a plain number, from which the program makes its status" : remarkOf(call);
  const words = format === "xml" ? "answers are JSON only" : remark;
  const successor = view ? successorOf({ call, view }) : `${successorOf({ call })}.json`;
  const replacement = `${successor}${words === undefined ? "" : ` (${words})`}`;
  return { found, replacement, operation: call.name };
}
