import type { Account } from "../account/account";
import type { Service } from "../service";
import type { OpenPointSettings } from "../settings";

/** Status words (docs/design/open-points.md#4). Those of `lower` are documented. */
const statusWords: Readonly<
  Record<OpenPointSettings["statusWords"], Record<"active" | "paused" | "pending", string>>
> = {
  lower: { active: "active", paused: "paused", pending: "pending" },
  capitalised: { active: "Active", paused: "Paused", pending: "Pending" },
  upper: { active: "ACTIVE", paused: "PAUSED", pending: "PENDING" },
  unknown: { active: "monitoring", paused: "Paused", pending: "awaiting_authorization" },
};

/** The wire form of an object's status. */
export function wireStatus(
  object: { readonly [field: string]: unknown },
  settings: OpenPointSettings,
): string | number {
  const words = statusWords[settings.statusWords];
  if (object.paused === true) return settings.pausedWord === "paused" ? words.paused : settings.pausedWord;
  if (object.authorized === true && settings.contactAfterConfirm === "authorized") return "authorized";
  return object.confirmed === false ? words.pending : words.active;
}

/** The state of a status word in any of the forms; another word in lower case. */
export function stateOf(word: unknown): string {
  const text = String(word).toLowerCase();
  const { active, pending } = statusWords.unknown;
  return { [active]: "active", [pending]: "pending" }[text] ?? text;
}

/** The wire form of a flag (docs/design/open-points.md#3). */
export function wireFlag(flag: boolean, settings: OpenPointSettings): unknown {
  const forms = {
    boolean: flag,
    number: Number(flag),
    "digit-text": flag ? "1" : "0",
    "word-text": `${flag}`,
  };
  return forms[settings.booleans];
}

/** The wire form of a list (docs/design/open-points.md#2); undefined if the field is missing. */
export function wireList(items: readonly (string | number)[], service: Service): unknown {
  const { settings, account } = service;
  const orderedItems = inSelectedOrder(items, service);
  const texts = orderedItems.map(String);
  switch (settings.lists) {
    case "csv":
      return texts.join(",");
    case "strings":
      return texts;
    case "numbers":
      // Not "00", which would become a different value.
      return orderedItems.map((item) => (/^(?:0|[1-9]\d{0,2})$/.test(String(item)) ? Number(item) : item));
    case "objects":
      return texts.map((item) => ({ [settings.idKey]: item, name: nameOf(item, account) }));
    case "null-when-empty":
      return texts.length === 0 ? null : texts;
    case "absent":
      return undefined;
  }
}

function inSelectedOrder<T>(items: readonly T[], { settings, random }: Service): T[] {
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
