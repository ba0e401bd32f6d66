import { isIPv4 } from "node:net";
import { domainToUnicode } from "node:url";
import { isSecretDestination } from "../../service/destinations";
import { fieldOf } from "../../service/fields";
import type { Kind } from "../../service/kinds";
import type { AnyObject } from "../account/objects";
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
export function wireStatus(object: { readonly [field: string]: unknown }, settings: OpenPointSettings) {
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
      return texts.map((item) => {
        const object = account.find(item);
        return { [settings.idKey]: item, name: String(object?.name ?? object?.host ?? item) };
      });
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

type Form = (text: string, object: AnyObject) => string;

type Forms<S extends keyof OpenPointSettings> = Readonly<
  Record<Exclude<OpenPointSettings[S], "verbatim">, Form>
>;

/** The length to which names are cut. */
const nameLength = 40;

const names: Forms<"storedNames"> = {
  trimmed: (text) => text.trim(),
  escaped,
  cut: (text) => [...text].slice(0, nameLength).join(""),
  decomposed: (text) => text.normalize("NFD"),
};

const contacts: Forms<"storedContacts"> = {
  plain: (text, { type }) => {
    if (type === "email") return text.toLowerCase();
    if (type === "sms") return text.replace(/\D/g, "");
    return URL.canParse(text) ? new URL(text).href : text;
  },
  escaped: (text) => escaped(text).replaceAll("=", "&#061;"),
  masked: (text, { type }) => (isSecretDestination(type) ? `********${text.slice(-4)}` : text),
};

const hosts: Forms<"storedHosts"> = {
  long: (text) =>
    isIPv4(text) ? `${text}/32` : /[:/]/.test(text) ? text : text.toUpperCase().replace(/\.?$/, "."),
  unicode: (text) => (text.includes("xn--") ? domainToUnicode(text) : text),
};

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The value of a field in the form that the settings select (docs/design/open-points.md#41 to 46). */
export function storedForm(kind: Kind, field: string, object: AnyObject, service: Service): unknown {
  const { settings } = service;
  const value = object[field];
  const { rule, presence } = fieldOf(kind, field) ?? {};
  if (rule === undefined || presence === "returned" || field === "is_default") return value;
  const isForced = settings.storedFlags === "forced";
  if (field === "schedule" && isForced) return "every_check";
  if (typeof value === "boolean") return isForced || value;
  if (typeof value !== "string") return value;
  const inForm = (form: string, forms: Readonly<Record<string, Form>>) =>
    forms[form]?.(value, object) ?? value;
  if (field === "name") return inForm(settings.storedNames, names);
  if (field === "contact") return inForm(settings.storedContacts, contacts);
  if (field === "host" || field === "hostname") return inForm(settings.storedHosts, hosts);
  return rule.words !== undefined && settings.storedWords === "upper" ? value.toUpperCase() : value;
}

/** The elements of a list in the form that the settings select (docs/design/open-points.md#45). */
export function storedElements(
  kind: Kind,
  field: string,
  elements: readonly (string | number)[],
  { account, settings }: Service,
): readonly (string | number)[] {
  const item = fieldOf(kind, field)?.rule.item;
  if (settings.storedLists === "verbatim" || item === undefined) return elements;
  const { kind: referred } = item;
  if (settings.storedLists === "slugs") {
    if (item.type !== "text" || referred !== undefined) return elements;
    return [...new Set(elements.map((element) => String(element).toLowerCase().replaceAll(" ", "-")))];
  }
  const others = { text: "127.0.0.1", number: 1 }[item.type as "text" | "number"];
  const added = referred === undefined ? others : account.objects(referred)[0]?.id;
  return [...new Set([...elements, ...(added === undefined ? [] : [added])])];
}
