import type { LegacyRoute } from "../../../legacy/routes";

/** A request that was answered, as far as it may be shown. */
export interface Use {
  readonly route: LegacyRoute | undefined;
  readonly method: string;
  /** As the specification writes it, with the id in it; at most 100 characters. */
  readonly path: string;
  /** What calls itself so, without the caller's credentials; empty if it does not. Undefined if the credentials were not accepted. */
  readonly program: string | undefined;
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}
