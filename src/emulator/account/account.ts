import { canonicalHost } from "../../service/addresses";
import { fieldOf, requiredReferences } from "../../service/fields";
import { type Kind, kindNames } from "../../service/kinds";
import { sidKind } from "../../service/sids";
import { newObject } from "./new-object";
import type { AccountObjects, AnyObject, Fields, HostObject, MonitoringProfileObject } from "./objects";

/** The objects of all kinds, as stored in a data file. */
export type AccountContents = { readonly [K in Kind]: readonly AccountObjects[K][] };

/**
 * The objects of an account. It maintains two invariants for all writes, by the API or the portal: one default per kind with a
 * default, and no profile entries of deleted sources. The rules of the API are in `rules/`.
 */
export class Account {
  /** By SID, oldest first. */
  readonly #objects = new Map<Kind, Map<string, AnyObject>>(kindNames.map((kind) => [kind, new Map()]));
  readonly #hostIndex = new Map<string, readonly HostObject[]>();

  /** `changed` is called after each change; `random` picks the next default (docs/design/open-points.md#13). */
  constructor(
    private readonly random: () => number,
    private readonly changed: () => void,
  ) {}

  /** All objects of a kind, oldest first. */
  objects<K extends Kind>(kind: K): readonly AccountObjects[K][] {
    return [...(this.#objects.get(kind)?.values() ?? [])] as AccountObjects[K][];
  }

  /** The object with the SID, of any kind. */
  find(id: string): AnyObject | undefined {
    const kind = sidKind(id);
    return kind === undefined ? undefined : this.get(kind, id);
  }

  /** The object with the SID, if it is of the kind. */
  get<K extends Kind>(kind: K, id: string): AccountObjects[K] | undefined {
    return this.#objects.get(kind)?.get(id) as AccountObjects[K] | undefined;
  }

  /** The authcode that was sent to a pending contact. @throws Error if the contact does not exist */
  authcode(contact: string): string {
    const stored = this.get("contact", contact);
    if (stored === undefined) throw new Error(`There is no contact ${contact}.`);
    return stored.authcode;
  }

  /** Adds an object. Omitted fields have defaults; omitted references are the account's default objects. */
  add<K extends Kind>(kind: K, fields: Fields = {}): AccountObjects[K] {
    const object = newObject(kind, { ...this.defaultReferences(kind), ...fields });
    this.#put(kind, object);
    if (object.is_default === true) this.#makeDefault(kind, object.id);
    this.changed();
    return object;
  }

  /** Changes fields of an object. The default object keeps its flag until another one gets it. @throws Error if it does not exist */
  change(id: string, fields: Fields): AnyObject {
    const object = this.find(id);
    const kind = sidKind(id);
    if (object === undefined || kind === undefined) throw new Error(`There is no object ${id}.`);
    if (kind === "host") this.#unindexHost(object as HostObject);
    Object.assign(object, fields, { id }, object.is_default === true ? { is_default: true } : {});
    if (kind === "host") this.#indexHost(object as HostObject);
    if (fields.is_default === true) this.#makeDefault(kind, id);
    this.changed();
    return object;
  }

  /** Removes an object. If it is the default, another one becomes the default. Returns false if it does not exist. */
  remove(id: string): boolean {
    const kind = sidKind(id);
    const removed = this.find(id);
    if (kind === undefined || removed === undefined) return false;
    this.#objects.get(kind)?.delete(id);
    if (kind === "host") this.#unindexHost(removed as HostObject);
    if (kind === "source") this.#removeEntry(id);
    if (removed.is_default === true) this.#chooseDefault(kind);
    this.changed();
    return true;
  }

  /** The default object of a kind; undefined if the kind has none. */
  defaultOf<K extends Kind>(kind: K): AccountObjects[K] | undefined {
    return this.objects(kind).find((object) => object.is_default === true);
  }

  /** References to the account's default objects, for a new object that omits them. */
  defaultReferences(kind: Kind): Fields {
    const defaults = requiredReferences(kind).flatMap(([field, referred]) => {
      const id = this.defaultOf(referred)?.id;
      if (id === undefined) return [];
      return [[field, fieldOf(kind, field)?.rule.type === "list" ? [id] : id] as const];
    });
    return Object.fromEntries(defaults);
  }

  /** Hosts with the same canonical address, name or subnet. */
  hostsNamed(host: string): readonly HostObject[] {
    return this.#hostIndex.get(canonicalHost(host)) ?? [];
  }

  /** The listed hosts, oldest first. */
  listed(): readonly HostObject[] {
    return this.objects("host").filter((host) => host.listed);
  }

  /** All objects, for a data file. */
  contents(): AccountContents {
    const entries = kindNames.map((kind) => [kind, this.objects(kind)]);
    return Object.fromEntries(entries) as AccountContents;
  }

  /** Restores the objects of a data file. */
  restore(contents: AccountContents): void {
    for (const kind of kindNames) {
      for (const object of contents[kind]) this.#put(kind, object);
    }
  }

  #put(kind: Kind, object: AnyObject): void {
    this.#objects.get(kind)?.set(object.id, object);
    if (kind === "host") this.#indexHost(object as HostObject);
  }

  #makeDefault(kind: Kind, id: string): void {
    for (const object of this.objects(kind)) {
      if (object.is_default !== (object.id === id)) Object.assign(object, { is_default: object.id === id });
    }
  }

  #chooseDefault(kind: Kind): void {
    const left = this.objects(kind);
    const next = left[Math.floor(this.random() * left.length)];
    if (next !== undefined) this.#makeDefault(kind, next.id);
  }

  #removeEntry(source: string): void {
    for (const profile of this.objects("monitoring_profile")) {
      if (!profile.entries.includes(source)) continue;
      Object.assign(profile, { entries: profile.entries.filter((entry) => entry !== source) });
    }
  }

  #indexHost(host: HostObject): void {
    this.#hostIndex.set(canonicalHost(host.host), [...this.hostsNamed(host.host), host]);
  }

  #unindexHost(host: HostObject): void {
    const others = this.hostsNamed(host.host).filter((each) => each !== host);
    this.#hostIndex.set(canonicalHost(host.host), others);
  }
}

/** The sources of a profile: its selection, or the current catalogue. */
export function profileEntries(profile: MonitoringProfileObject, account: Account): readonly string[] {
  return profile.sync_method === "stay_in_sync" ? catalogue(account) : profile.entries;
}

/** The active sources of a profile, which a check queries. */
export function activeSources(profile: MonitoringProfileObject, account: Account) {
  return profileEntries(profile, account)
    .flatMap((sid) => account.get("source", sid) ?? [])
    .filter((source) => !source.paused);
}

/** The active built-in sources, which a profile with `stay_in_sync` uses. */
export function catalogue(account: Account): string[] {
  const active = account.objects("source").filter(({ custom, paused }) => !custom && !paused);
  return active.map(({ id }) => id);
}
