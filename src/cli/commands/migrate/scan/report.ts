import type { LegacyCall } from "../../../../legacy/calls";

/** What of version 3.0 a finding is about. */
export type FindingType =
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

/** One of the specification's breaking changes, by its number there (3.0, Versioning). */
export type MigrationPoint = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** A parameter of a call, and what is to be done about it. */
export interface FoundParameter {
  readonly name: string;
  readonly line: number;
  /** What takes its place; null where it stays as it is. */
  readonly replacement: string | null;
  readonly point: MigrationPoint | null;
}

/** Something at one place that a program of version 4.0 has otherwise. */
export interface Finding {
  readonly type: FindingType;
  readonly file: string;
  readonly line: number;
  /** What stands there, in the words of the specification: nothing else of the text is ever shown. */
  readonly found: string;
  readonly replacement: string;
  readonly point: MigrationPoint;
  /** Whether it fails with version 4.0 as it stands; else it is to be looked at. */
  readonly breaks: boolean;
  /** Of an endpoint, the operation's name in the specification. */
  readonly operation?: LegacyCall["name"];
  readonly parameters?: readonly FoundParameter[];
}
