import { kinds } from "../service/kinds";
import type { Diagnostics } from "../terraform/diagnostics";
import type { Attribute } from "../terraform/schema/attribute";
import { bool } from "../terraform/schema/shapes";
import { movable } from "./managed/wire";

/** Kinds of which the account always has one default object. */
type KindWithDefault = "monitoring_profile" | "certificate_profile" | "contact_group";

/** The attribute that makes an object the account's default (api-4.0: one has the flag, and setting it moves it). */
export function defaultFlag(kind: KindWithDefault): Attribute<boolean, "optional_computed"> {
  return bool()
    .optionalComputed(
      `Whether this is the account's default ${kinds[kind].title}. Setting it takes the flag from the previous default. Unset: as the service has it. The flag leaves an object only when another one takes it, so \`false\` on the default changes nothing.`,
    )
    .keepsPrior()
    .annotate(movable);
}

/**
 * Plans the flag: `false` on the default is planned as what it is, since only another object that takes the flag can
 * remove it, and a warning says so.
 */
export function planDefaultFlag({
  config,
  prior,
  plan,
  diagnostics,
}: {
  readonly config: { readonly is_default: unknown };
  readonly prior: { readonly is_default: boolean | null } | null;
  readonly plan: { is_default: unknown };
  readonly diagnostics: Diagnostics;
}): void {
  if (config.is_default !== false || prior?.is_default !== true) return;
  plan.is_default = true;
  diagnostics.warning(
    "Remains the default",
    "The account always has one default, so the flag cannot be taken away here: set is_default = true on the one that is to have it, and the service moves the flag.",
    [{ attribute: "is_default" }],
  );
}

/** What the service does when the default is deleted (gaps 9 and 13). */
const whenDestroyed: Record<KindWithDefault, string> = {
  monitoring_profile:
    "The service makes another monitoring profile of the account the default, at random. To decide which, set is_default = true on it first.",
  contact_group:
    "The service makes another contact group of the account the default, at random. To decide which, set is_default = true on it first.",
  certificate_profile:
    "The service refuses to delete the default certificate profile. Set is_default = true on another one first.",
};

/** Warns before a default is destroyed. */
export function warnOfDefaultDestroyed(kind: KindWithDefault) {
  return ({
    prior,
    diagnostics,
  }: {
    prior: { is_default: boolean | null };
    diagnostics: Diagnostics;
  }): void => {
    if (prior.is_default !== true) return;
    diagnostics.warning(`The default ${kinds[kind].title} is destroyed`, whenDestroyed[kind]);
  };
}
