import type { Kind } from "../../../src/service/kinds";

type Attributes = Readonly<Record<string, unknown>>;

/** The diagnostics for a configuration of a kind before the provider sends a request. */
export interface KindRules {
  readonly type: Kind;
  /** A configuration without diagnostics; those below differ from it. */
  readonly valid: Attributes;
  /** What is refused: the attribute that is named, the values, and what is said of them. */
  readonly refused: readonly (readonly [title: string, attribute: string, Attributes, RegExp])[];
  /** What is accepted with a warning, likewise. */
  readonly warned?: KindRules["refused"];
  readonly accepted: readonly (readonly [title: string, Attributes])[];
}

/** A SID with that prefix. */
export function sid(prefix: string): string {
  return prefix + "0123456789abcdef".repeat(2);
}
