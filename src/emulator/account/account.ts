import { type Kind, kinds } from "../../service/kinds";
import { sidKind } from "../../service/sids";
import { Collection } from "./collection";
import { hostKey, newObject } from "./new-object";
import type { AccountObjects, AnyObject, Fields, HostObject } from "./objects";

/** Kinds of which one object is the default. */
type KindWithDefault = "monitoring_profile" | "certificate_profile" | "contact_group";

const kindsWithDefault: readonly Kind[] = ["monitoring_profile", "certificate_profile", "contact_group"];

/** The objects of all kinds, as a data file keeps them. */
export type AccountContents = { readonly [K in Kind]: readonly AccountObjects[K][] };

/**
 * The objects of an account. Its own invariants hold whoever writes, the API or the portal: one default per kind that
 * has one, and no profile with an entry for a source that is gone. The rules of the API stand elsewhere.
 */
export class Account {
  private readonly collections = emptyCollections();
  private readonly hostIndex = new Map<string, Set<string>>();
  private listedHosts: readonly HostObject[] | undefined;

  /** `changed` is called after each change; `random` picks the next default (docs/design/open-points.md#13). */
  constructor(
    private readonly random: () => number,
    private readonly changed: () => void,
  ) {}

  /** All objects of a kind, oldest first. The array is the account's own: read only. */
  objects<K extends Kind>(kind: K): readonly AccountObjects[K][] {
    return this.collections[kind].all();
  }

  /** The object of that SID, of whatever kind. */
  find(id: string): AnyObject | undefined {
    const kind = sidKind(id);
    return kind === undefined ? undefined : this.get(kind, id);
  }

  /** The object of that SID if it is of that kind. */
  get<K extends Kind>(kind: K, id: string): AccountObjects[K] | undefined {
    return this.collections[kind].get(id);
  }

  /** Adds an object. Fields not given have their defaults; references not given are the account's default objects. */
  add<K extends Kind>(kind: K, fields: Fields): AccountObjects[K] {
    const object = newObject(kind, { ...this.defaultReferences(kind), ...fields });
    this.put(kind, object);
    if (object.is_default === true) this.makeDefault(kind as KindWithDefault, object.id);
    this.changed();
    return object;
  }

  /** Changes fields of an object; the default stays one until another object takes its place. @throws Error when there is no such object. */
  change(id: string, fields: Fields): AnyObject {
    const object = this.find(id);
    const kind = sidKind(id);
    if (object === undefined || kind === undefined) throw new Error(`There is no object ${id}.`);
    if (kind === "host") this.forgetHost(object as HostObject);
    Object.assign(object, fields, { id }, object.is_default === true ? { is_default: true } : {});
    if (kind === "host") this.rememberHost(object as HostObject);
    if (fields.is_default === true) this.makeDefault(kind as KindWithDefault, id);
    this.changed();
    return object;
  }

  /** Removes an object; another one becomes the default if it was. False when there is no such object. */
  remove(id: string): boolean {
    const kind = sidKind(id);
    const removed = kind === undefined ? undefined : this.collections[kind].remove(id);
    if (kind === undefined || removed === undefined) return false;
    if (kind === "host") this.forgetHost(removed as HostObject);
    if (kind === "source") this.forgetEntry(id);
    if (removed.is_default === true) this.chooseDefault(kind as KindWithDefault);
    this.changed();
    return true;
  }

  /** The default profile or group; undefined only when the kind has no object at all. */
  defaultOf<K extends KindWithDefault>(kind: K): AccountObjects[K] | undefined {
    return this.objects(kind).find((object) => object.is_default);
  }

  /** Hosts that mean the same address, name or subnet, however it is written. */
  hostsNamed(host: string): HostObject[] {
    const ids = this.hostIndex.get(hostKey(host)) ?? [];
    return [...ids].flatMap((id) => this.get("host", id) ?? []);
  }

  /** Hosts that are listed now, oldest first. */
  listed(): readonly HostObject[] {
    this.listedHosts ??= this.objects("host").filter((host) => host.listed);
    return this.listedHosts;
  }

  /** Everything, for a data file. */
  contents(): AccountContents {
    const entries = (Object.keys(kinds) as Kind[]).map((kind) => [kind, this.objects(kind)]);
    return Object.fromEntries(entries) as AccountContents;
  }

  /** Puts back what a data file kept, as it is. */
  restore(contents: AccountContents): void {
    for (const kind of Object.keys(kinds) as Kind[]) {
      for (const object of contents[kind]) this.put(kind, object);
    }
  }

  private put<K extends Kind>(kind: K, object: AccountObjects[K]): void {
    (this.collections[kind] as Collection<AnyObject>).add(object);
    if (kind === "host") this.rememberHost(object as HostObject);
  }

  private defaultReferences(kind: Kind): Fields {
    const groups = () => [this.defaultOf("contact_group")?.id ?? ""];
    if (kind === "host") {
      return { profile: this.defaultOf("monitoring_profile")?.id, contact_group: groups() };
    }
    if (kind === "certificate_monitor") {
      return { profile: this.defaultOf("certificate_profile")?.id, contact_group: groups() };
    }
    return kind === "contact" ? { contact_group: groups() } : {};
  }

  private makeDefault(kind: KindWithDefault, id: string): void {
    for (const object of this.objects(kind)) {
      if (object.is_default !== (object.id === id)) Object.assign(object, { is_default: object.id === id });
    }
  }

  private chooseDefault(kind: KindWithDefault): void {
    if (!kindsWithDefault.includes(kind)) return;
    const left = this.objects(kind);
    const next = left[Math.floor(this.random() * left.length)];
    if (next !== undefined) this.makeDefault(kind, next.id);
  }

  private forgetEntry(source: string): void {
    for (const profile of this.objects("monitoring_profile")) {
      if (!profile.entries.includes(source)) continue;
      Object.assign(profile, { entries: profile.entries.filter((entry) => entry !== source) });
    }
  }

  private rememberHost(host: HostObject): void {
    const key = hostKey(host.host);
    const ids = this.hostIndex.get(key);
    if (ids === undefined) this.hostIndex.set(key, new Set([host.id]));
    else ids.add(host.id);
    this.listedHosts = undefined;
  }

  private forgetHost(host: HostObject): void {
    const key = hostKey(host.host);
    const ids = this.hostIndex.get(key);
    ids?.delete(host.id);
    if (ids?.size === 0) this.hostIndex.delete(key);
    this.listedHosts = undefined;
  }
}

type Collections = { readonly [K in Kind]: Collection<AccountObjects[K]> };

function emptyCollections(): Collections {
  const entries = Object.keys(kinds).map((kind) => [kind, new Collection()]);
  return Object.fromEntries(entries) as Collections;
}
