import { isIP } from "node:net";
import { addressNumber, canonicalHost, canonicalName, parseHost } from "./addresses";
import { withoutEntities } from "./html-entities";
import { canonicalMonitored } from "./monitored-hostnames";

/**
 * The kinds of values that the service may return in another form than it was sent: hosts, hostnames with a port, destinations
 * of contacts, and names.
 */
export type ValueKind = keyof typeof forms;

/** How much two values are alike: `overlapping` are a subnet and an address or subnet that shares addresses with it. */
export type Likeness = "same" | "perhaps" | "overlapping" | "different";

/** Whether two values mean the same, or may mean it. */
export function mayBeSame(likeness: Likeness | undefined): boolean {
  return likeness === "same" || likeness === "perhaps";
}

/** Forms of values: `same` is equal for values that mean the same, `perhaps` for values that may mean the same. */
const forms = {
  host: { same: hostForm, perhaps: hostForm },
  hostname: { same: canonicalMonitored, perhaps: canonicalMonitored },
  email: { same: emailForm, perhaps: (text: string) => emailForm(text.trim().toLowerCase()) },
  phone: { same: unchanged, perhaps: (text: string) => text.replace(/\D/g, "") || text },
  url: { same: urlForm, perhaps: urlForm },
  name: {
    same: unchanged,
    perhaps: (text: string) =>
      withoutEntities(text)
        .normalize("NFKC")
        .replace(/\p{Cf}/gu, "")
        .replace(/\s+/g, " ")
        .trim()
        .toLowerCase(),
  },
};

/** Services that cut names keep at least so many characters. */
const minCutLength = 32;

/**
 * Whether two texts are the same in Unicode's normal form C. Terraform converts each text to that form. The service may have
 * another one: macOS types and stores accents as separate characters.
 */
export function isSameText(a: string | undefined, b: string): boolean {
  return a?.normalize() === b.normalize();
}

/** Compares a sent value with a returned one. */
export function compareValues(kind: ValueKind, sent: string, returned: string): Likeness {
  const { same, perhaps } = forms[kind];
  if (isSameText(same(sent), same(returned))) return "same";
  const [a, b] = [perhaps(sent), perhaps(returned)];
  if (a === b) return "perhaps";
  if (kind === "host") return isOverlapping(sent, returned) ? "overlapping" : "different";
  const isCut = kind === "name" && b.length >= minCutLength && a.startsWith(b);
  return isCut || (maskable.includes(kind) && isMaskOf(sent, returned)) ? "perhaps" : "different";
}

/** A form that is equal for values that may mean the same; undefined if a part of the value is masked. */
export function roughForm(kind: ValueKind, text: string): string | undefined {
  if (maskable.includes(kind) && mask.test(text)) return undefined;
  const form = forms[kind].perhaps(text).normalize();
  return kind === "name" ? form.slice(0, minCutLength) : form;
}

/** Whether the elements of two lists may mean the same, apart from duplicates: letter case and punctuation do not count. */
export function mayBeSameElements(sent: readonly unknown[], returned: readonly unknown[]): boolean {
  const distinct = (elements: readonly unknown[]) =>
    new Set(elements.map((element) => bareForm(String(element))));
  const [a, b] = [distinct(sent), distinct(returned)];
  return a.size === b.size && [...a].every((form) => b.has(form));
}

function bareForm(text: string): string {
  return forms.name.perhaps(text).replace(/[^\p{L}\p{N}]+/gu, "") || text;
}

/** The mark in place of the hidden part of a secret. */
const mask = /[*•]{2,}|…/;

const maskable: readonly ValueKind[] = ["email", "phone", "url"];

/** Whether a text hides a part of another one, as `****abcd` does. */
function isMaskOf(text: string, masked: string): boolean {
  const [start = "", ...others] = masked.split(mask);
  const end = others.at(-1);
  return end !== undefined && text.startsWith(start) && text.endsWith(end);
}

/** An address, a subnet or a domain name. `/32` and `/128` are of a single address. */
function hostForm(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, "$1");
  const address = name.replace(/\/(?:32|128)$/, "");
  return canonicalHost(isIP(address) === 0 ? name : address);
}

function unchanged(text: string): string {
  return text;
}

function emailForm(text: string): string {
  const at = text.lastIndexOf("@");
  return text.slice(0, at + 1) + canonicalName(text.slice(at + 1));
}

function urlForm(text: string): string {
  const url = withoutEntities(text);
  return URL.canParse(url) ? new URL(url).href : url;
}

function isOverlapping(first: string, second: string): boolean {
  const [a, b] = [addressesOf(first), addressesOf(second)];
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last;
}

/** The first and the last address of an IPv4 address or subnet, as numbers; undefined for other texts. */
export function addressesOf(text: string): { readonly first: number; readonly last: number } | undefined {
  const host = parseHost(text);
  if (host?.form === "subnet") return { first: host.first, last: host.first + host.size - 1 };
  if (host?.form !== "address") return undefined;
  const address = addressNumber(host.canonical);
  return { first: address, last: address };
}
