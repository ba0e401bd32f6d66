import { keysOf, kindTables } from "../../../provider/data/kinds";
import { isSecretDestination } from "../../../service/destinations";
import { occurrences } from "../../../service/groups";
import type { Kind } from "../../../service/kinds";

/** The name by which people know an object: its own, or else its natural key; its SID if the API returns neither. */
export function readableName(kind: Kind, object: { readonly id: string; readonly [field: string]: unknown }) {
  const { name, type, id } = object;
  if (isCredentialOf(kind, object)) return [type, id].filter(isText).join(" ");
  return [name, ...keyOf(kind, object)].find(isText) ?? id;
}

/** The values that distinguish an object from others with the same name. */
export function keyOf(kind: Kind, object: { readonly [field: string]: unknown }): readonly string[] {
  return keysOf(kindTables[kind])
    .filter((name) => name !== "contact" || !isCredentialOf(kind, object))
    .map((name) => object[name])
    .filter(isText);
}

/** Whether an object is a contact whose destination is a credential: it is called by its type and its SID. */
function isCredentialOf(kind: Kind, { contact, type }: { readonly [field: string]: unknown }): boolean {
  return kind === "contact" && isText(contact) && isSecretDestination(type);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** An object with its name for people, and what distinguishes it from others of that name: its address, protocol or type. */
export type NamedCandidate = Readonly<{ id: string; label: string; key: readonly string[] }>;

const maxLength = 60;

/**
 * The Terraform name of each object, by id: derived from its label, and unique within the kind. Objects with equal labels
 * get their keys or else their SIDs added, all of them, so that no name depends on the order of a list.
 */
export function uniqueNames(kind: Kind, objects: readonly NamedCandidate[]): ReadonlyMap<string, string> {
  const named = objects.map((object) => ({ id: object.id, names: candidates(kind, object) }));
  for (;;) {
    const counts = occurrences(named.map(({ names: [nicest = ""] }) => nicest));
    const clashing = named.filter(({ names: [nicest = ""] }) => (counts.get(nicest) ?? 0) > 1);
    if (clashing.length === 0) return new Map(named.map(({ id, names: [nicest = ""] }) => [id, nicest]));
    for (const { names } of clashing) if (names.length > 1) names.shift();
  }
}

/** Names for an object, the nicest first; the last is that of no other one. */
function candidates(kind: Kind, { id, label, key }: NamedCandidate): string[] {
  const digits = id.slice(2);
  const words = [label, key.join(" ")].map(slug).find((text) => text !== "");
  const nicest = words ?? `${kind}_${digits.slice(0, 8)}`;
  const apart = [label, ...key.filter((part) => part !== label)].map(slug).filter((text) => text !== "");
  return [
    identifier(kind, nicest),
    identifier(kind, apart.join("_") || nicest),
    ...[8, 16].map((length) => identifier(kind, `${words ?? kind}_${digits.slice(0, length)}`)),
    `${kind}_${digits}`,
  ];
}

function slug(text: string): string {
  return latinWords(text).slice(0, maxLength).replace(/_+$/, "");
}

/** An identifier in Terraform and in TypeScript that means nothing to either, as `constructor` does. */
function identifier(kind: Kind, text: string): string {
  return /^[a-z]/.test(text) && !(text in {}) ? text : `${kind}_${text}`;
}

/** Letters that no decomposition turns into Latin letters without marks, as they are usually transcribed. */
const transcriptions: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ħ=h ı=i",
    "а=a б=b в=v г=g ґ=g д=d ђ=dj е=e є=ye ж=zh з=z и=i і=i ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r",
    "с=s т=t ћ=c у=u ф=f х=kh ц=ts ч=ch џ=dz ш=sh щ=shch ы=y э=e ю=yu я=ya",
    "α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o",
  ].flatMap((pairs) => pairs.split(" ").map((pair) => pair.split("="))),
);

/**
 * The text in lower-case letters `a` to `z` and digits, with an underscore for whatever else lies between; empty if more of
 * its letters are lost than kept, as in scripts that are not transcribed here.
 */
function latinWords(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}ъь]/gu, "");
  const transcribed = [...plain].map((letter) => transcriptions[letter] ?? letter);
  const isKept = (letter: string) => /^[a-z0-9]/.test(letter);
  const lost = transcribed.filter((letter) => /[\p{L}\p{N}]/u.test(letter) && !isKept(letter));
  if (lost.length > transcribed.filter(isKept).length) return "";
  return transcribed
    .join("")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}
