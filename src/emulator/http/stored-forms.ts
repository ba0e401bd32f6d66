import { isIPv4 } from "node:net";
import { domainToUnicode } from "node:url";
import { isSecretDestination } from "../../service/destinations";
import { fieldOf } from "../../service/fields";
import type { Kind } from "../../service/kinds";
import type { AnyObject } from "../account/objects";
import type { Service } from "../service";
import type { OpenPointSettings } from "../settings";

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
    const isPlain = item.type === "text" && referred === undefined;
    return isPlain ? [...new Set(elements.map((element) => slug(String(element))))] : elements;
  }
  const others = { text: "127.0.0.1", number: 1 }[item.type as "text" | "number"];
  const added = referred === undefined ? others : account.objects(referred)[0]?.id;
  return [...new Set([...elements, ...(added === undefined ? [] : [added])])];
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(" ", "-");
}
