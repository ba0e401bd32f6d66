import type { LegacyCall } from "../../../../legacy/calls";
import type { Change } from "../../../../legacy/changes";

/** Something in a line that a program of version 4.0 has otherwise. */
export interface FoundInLine {
  readonly type:
    | "base_url"
    | "endpoint"
    | "parameter"
    | "flag"
    | "count"
    | "envelope"
    | "page_size"
    | "event";
  readonly line: number;
  /** The finding in terms of the specification: no other text of the file is shown. */
  readonly found: string;
  readonly replacement: string;
  /** The number of the breaking change in the specification (docs/design/api-3.0.md#migration). */
  readonly point: NonNullable<Change["point"]>;
  /** Whether it fails with version 4.0 as it stands; else it is to be looked at. */
  readonly breaks: boolean;
  /** How sure it is that it is of version 3.0. */
  readonly grade: "certain" | "likely" | "look";
  /** Of an endpoint, the operation's name in the specification. */
  readonly operation?: LegacyCall["name"];
  readonly parameters?: readonly FoundParameter[];
}

export type FoundParameter = Change & { readonly name: string; readonly line: number };
