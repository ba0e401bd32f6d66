import type { LegacyCall } from "../../../../legacy/calls";
import { groupedBy } from "../../../../service/groups";
import type { Grade } from "./calls";
import type { FoundParameter, MigrationPoint } from "./replacement";

/** What of version 3.0 a finding is about. */
type FindingType =
  | "base_url"
  | "endpoint"
  | "parameter"
  | "flag"
  | "count"
  | "envelope"
  | "page_size"
  | "method"
  | "limit"
  | "event";

/** Something at one place that a program of version 4.0 has otherwise. */
export interface Finding {
  readonly type: FindingType;
  readonly line: number;
  /** The finding in terms of the specification: no other text of the file is shown. */
  readonly found: string;
  readonly replacement: string;
  readonly point: MigrationPoint;
  /** Whether it fails with version 4.0 as it stands; else it is to be looked at. */
  readonly breaks: boolean;
  readonly grade: Grade;
  /** Of an endpoint, the operation's name in the specification. */
  readonly operation?: LegacyCall["name"];
  readonly parameters?: readonly FoundParameter[];
}

/** How many lines of a finding are reported. */
const mostLines = 20;

/** The same thing in one file, wherever in it. */
export interface MergedFinding extends Omit<Finding, "line"> {
  readonly file: string;
  /** The first lines, in order. */
  readonly lines: readonly number[];
  /** How often it is there. */
  readonly count: number;
}

/** Equal findings of a file as one, in the order of their first lines. */
export function merged(file: string, findings: readonly Finding[]): MergedFinding[] {
  const alike = groupedBy(findings, ({ type, found, replacement, breaks, grade }) =>
    JSON.stringify([type, found, replacement, breaks, grade]),
  );
  return [...alike.values()].map((same) => {
    const [{ line: _, type, ...first }] = same as readonly [Finding, ...Finding[]];
    const lines = [...new Set(same.map(({ line }) => line))].sort((a, b) => a - b);
    return {
      ...{ type, file, ...first },
      ...(first.parameters && { parameters: distinct(same.flatMap(({ parameters = [] }) => parameters)) }),
      lines: lines.slice(0, mostLines),
      count: same.length,
    };
  });
}

function distinct(parameters: readonly FoundParameter[]): FoundParameter[] {
  return [...groupedBy(parameters, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}
