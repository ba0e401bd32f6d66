import { kinds } from "../../../../service/kinds";
import { legacyKinds } from "../../../../service/legacy/kinds";
import { placesIn } from "./calls";
import { base, foreign, hole, kindWords, verbWords, withHoles } from "./holes";

const totals = Object.values(legacyKinds).map(({ totalField }) => totalField);
const ownTotals = totals.filter((name) => name.includes("rbl")).join("|");
const fields = [...totals, "total_listed", "first_listed", "listed_count"].join("|");
const prefixes = (Object.keys(legacyKinds) as (keyof typeof legacyKinds)[]).map((kind) => kinds[kind].prefix);
/** The service's names, but not those of the provider's resources and packages. */
const client =
  /rbltracker|rblmonitor(?!_(?:host|contact|source|monitoring|certificate|manual|listings|check|rate)|\/rblmonitor)|rbl[-_ ]monitor/i;
const currentPath =
  /["'`/]rbl\/(?:hosts|profiles|sources|listings|check\/)|\/contact\/(?:contacts|groups)|\/cert\/(?:monitors|profiles|errors)/;
/** Signs for version 3.0, or against it, with their weights and texts. A sign that weighs 4 belongs to this service alone. */
const signs = {
  client: [4, client],
  knownHost: [4],
  id: [4, new RegExp(`(?<!\\w)(?:${prefixes.join("|")})[0-9a-fA-F]{32}(?!\\w)`)],
  ownField: [4, new RegExp(`(?<![a-zA-Z_])(?:rbl_profile|listed_(?:period|details)|${ownTotals})(?!\\w)`)],
  ownPath: [4],
  pathBelowBase: [4],
  baseUrl: [2, /\/\/[^\s"'`<>]{1,200}\/3\.0(?![\w.])|["'`]\/3\.0\/?["'`]/],
  rarePath: [1],
  call: [0.5],
  sentPath: [0.5],
  field: [
    1,
    new RegExp(
      `["'\`.>:[{](?:${fields})(?!\\w)|(?<!\\w)listed["'\\])}]{0,2} ?(?:[=!]={1,2}|>|-?(?:eq|ne|gt)\\b) ?[01]|\\.(?:json|xml)\\?page_size=`,
    ),
  ],
  subject: [1, /(?<![a-z/])rbl(?!s\b|_?profile|\/)|dnsbl|bl[ao]ck[-_ ]?list/i],
  currentPath: [-4, currentPath],
} as const satisfies Record<string, readonly [weight: number, text?: RegExp]>;
export type Sign = keyof typeof signs;
const texts = Object.entries(signs) as [Sign, readonly [number, RegExp?]][];

/** The signs and names of a file, or of all files of a scan together. */
export class Evidence {
  readonly signs = new Set<Sign>();
  /** Names that are bound to a base URL of version 3.0. */
  readonly baseNames = new Set<string>();
  /** Hosts in base URLs of version 3.0, of this service or another. */
  readonly hosts = new Set<string>();
  /** Functions that get paths which hardly any other service has. */
  readonly senders = new Set<string>();
  /** Marks or words in place of the values that a file binds to names. */
  readonly values = new Map<string, string>();
  /** Whether a file puts paths together of values. */
  isDynamic = false;

  add(file: Evidence): void {
    for (const sign of file.signs) this.signs.add(sign);
    for (const names of ["baseNames", "senders", "hosts"] as const)
      for (const name of file[names]) this[names].add(name);
  }
}

/** A base URL of version 3.0, with its host. */
export const baseUrl =
  /https?:\/\/(?:[^\s"'`<>@/]{0,200}@)?([^\s"'`<>@/]{1,200})(?:\/[\w.~{}$-]{0,100}){0,8}?\/3\.0(?![\w.])/gi;
const url = /https?:\/\/[^\s"'`<>]{1,200}|(?<=["'`])\/3\.0\/?(?=["'`])/gi;
/** The nearest name before a URL, and those of assignments: `URL = get("RBL_URL", "https://…")`. */
const boundName = /[A-Za-z_][\w-]{0,40}(?=\W{0,12}$|(?: ?: ?\w{1,20})? ?[:?]?= )/g;
const boundWord = new RegExp(
  String.raw`(?<=([A-Za-z_]\w{0,40})["']?\s{0,9}(?:=|:=?|=>)\s{0,9}["'\`]/?)(${kindWords})(?=/?["'\`])`,
  "g",
);
/** A path below a base URL that version 3.0 has not; it has access lists as well. */
const otherPath = new RegExp(
  `(?:3\\.0|\ue001)/(?:(?!(?:${kindWords}|acls)(?![\\w-]))[a-z]|(?:${kindWords})/(?!(?:${verbWords})(?![\\w-]))[a-z])`,
);
/** A path that is a value: `base + "/" + path + ".json"`. */
const dynamicPath =
  /(3\.0\/|\ue001\/)\ue000\.(?:json|xml)|[/\ue000\ue001"'`]\ue000["'`]?\.(?:json|xml)\b|(?:3\.0|\ue001)\/\ue000["'`]/;

/** Gathers what a file says. */
export function evidenceOf(file: string, lines: readonly string[]): Evidence {
  const gathered = new Evidence();
  const { baseNames, hosts, signs: there, values } = gathered;
  const bind = (name: string, value: string) => values.size < 1_000 && values.set(name, value);
  for (const line of [file.replace(/.*[/\\]/, ""), ...lines.filter(Boolean)]) {
    for (const [sign, [, text]] of texts) if (!there.has(sign) && text?.test(line)) there.add(sign);
    for (const [, name = "", word = ""] of line.matchAll(boundWord)) {
      bind(name, (values.get(name) ?? word) === word ? word : hole);
    }
    for (const { index, 0: text } of line.matchAll(url)) {
      const names = line.slice(0, index).slice(-120).match(boundName) ?? [];
      if (/\/3\.0\/?$/.test(text)) for (const name of names) baseNames.add(name);
      else if (!text.includes("/3.0")) for (const name of names.slice(-1)) bind(name, foreign);
    }
    for (const [, host = ""] of line.matchAll(baseUrl)) hosts.add(host.toLowerCase());
  }
  for (const name of baseNames) values.set(name, base);
  let holes = withHoles(lines, values);
  const isSure = there.has("client") || there.has("id") || there.has("ownField");
  if (!isSure && holes.some((line) => otherPath.test(line))) {
    // The base URL is another service's.
    for (const name of baseNames) values.set(name, foreign);
    for (const all of [baseNames, hosts]) all.clear();
    there.delete("baseUrl");
    holes = withHoles(lines, values);
  }
  for (const line of holes) {
    const dynamic = dynamicPath.exec(line);
    if (dynamic?.[1] !== undefined) there.add("pathBelowBase");
    for (const { receiver, signs: own } of placesIn(line, { senders: new Set(), isDynamic: false })) {
      for (const sign of own) there.add(sign);
      if (own.length > 0 && !/^(?:|get|post|fetch|open)$/i.test(receiver)) gathered.senders.add(receiver);
    }
    gathered.isDynamic ||= dynamic !== null;
  }
  return gathered;
}

/** How sure it is that a file uses the service: 0 not, 1 perhaps, 2 by the other files, 3 by what it says itself. */
export function certaintyOf(file: Evidence, project: Evidence): 0 | 1 | 2 | 3 {
  const pointsOf = (each: Evidence) => [...each.signs].reduce((sum, sign) => sum + signs[sign][0], 0);
  const isSure = (each: Evidence) =>
    pointsOf(each) >= 3.5 && [...each.signs].some((sign) => signs[sign][0] === 4 || sign === "baseUrl");
  const points = pointsOf(file);
  if (points < 0) return 0;
  if (isSure(file) || (isSure(project) && points > 0)) return 3;
  return isSure(project) ? 2 : points >= 1 ? 1 : 0;
}
