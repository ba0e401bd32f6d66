import type { Account } from "../account/account";
import type { ChangeableSettings } from "../options";
import type { OpenPointSettings } from "../settings";

/** The words for an object's status (docs/design/open-points.md#4); `active` and the others are the documented ones. */
const statusWords: Readonly<
  Record<OpenPointSettings["statusWords"], Record<"active" | "paused" | "pending", string>>
> = {
  lower: { active: "active", paused: "paused", pending: "pending" },
  capitalised: { active: "Active", paused: "Paused", pending: "Pending" },
  upper: { active: "ACTIVE", paused: "PAUSED", pending: "PENDING" },
  unknown: { active: "monitoring", paused: "Paused", pending: "awaiting_authorization" },
};

/** Status of an object as the settings word it. */
export function wireStatus(
  object: { readonly [field: string]: unknown },
  settings: OpenPointSettings,
): string {
  const words = statusWords[settings.statusWords];
  if (object.paused === true) return words.paused;
  if (object.authorized === true && settings.contactAfterConfirm === "authorized") return "authorized";
  return object.confirmed === false ? words.pending : words.active;
}

/** A flag as the settings form it (docs/design/open-points.md#3). */
export function wireFlag(flag: boolean, settings: OpenPointSettings): unknown {
  const forms = {
    boolean: flag,
    number: Number(flag),
    "digit-text": flag ? "1" : "0",
    "word-text": `${flag}`,
  };
  return forms[settings.booleans];
}

/** Whether a source is a custom one, as the settings form it (docs/design/open-points.md#6). */
export function wireCustom(custom: boolean, settings: OpenPointSettings): unknown {
  return { number: Number(custom), boolean: custom, absent: undefined }[settings.customFlag];
}

/** Order and form of lists; `random` is for the shuffled ones. */
export interface ListContext {
  readonly account: Account;
  readonly settings: ChangeableSettings;
  readonly random: () => number;
}

/** A list as the settings form it (docs/design/open-points.md#2); undefined means no such field. */
export function wireList(items: readonly (string | number)[], context: ListContext): unknown {
  const { settings } = context;
  const ordered = inOrder(items, context);
  const texts = ordered.map(String);
  switch (settings.lists) {
    case "csv":
      return texts.join(",");
    case "strings":
      return texts;
    case "numbers":
      // Not "00", which as a number would be another word.
      return ordered.map((item) => (/^(?:0|[1-9]\d{0,2})$/.test(String(item)) ? Number(item) : item));
    case "objects":
      return texts.map((item) => ({ [settings.idKey]: item, name: nameOf(item, context.account) }));
    case "null-when-empty":
      return texts.length === 0 ? null : texts;
    case "absent":
      return undefined;
  }
}

function inOrder<T>(items: readonly T[], { settings, random }: ListContext): T[] {
  if (settings.listItemOrder === "as-given") return [...items];
  if (settings.listItemOrder === "reversed") return [...items].reverse();
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function nameOf(item: string, account: Account): string {
  const object = account.find(item);
  return String(object?.name ?? object?.host ?? item);
}
