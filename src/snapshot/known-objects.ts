import type { Kind } from "../service/kinds";
import type { ServiceObject } from "../service/responses";

/**
 * The known objects of a kind. Writes of this process take precedence over responses to earlier requests: callers take
 * `moment` before a request, and pass it with the response.
 */
export class KnownObjects<K extends Kind> {
  readonly objects = new Map<string, ServiceObject<K>>();
  /** Objects that were read by id, and may not be in the list (docs/design/open-points.md#6). */
  readonly unlisted = new Set<string>();
  readonly #written = new Map<string, number>();
  #writes = 0;

  /** The current time, as a number of writes. */
  get moment(): number {
    return this.#writes;
  }

  /** The known objects in the list. */
  inList(): ServiceObject<K>[] {
    return [...this.objects.values()].filter(({ id }) => !this.unlisted.has(id));
  }

  /** Adds objects from a list. @param requestedAt the moment of the request */
  addFromList(objects: Iterable<ServiceObject<K>>, requestedAt: number): void {
    for (const object of objects) {
      if (this.#isWrittenSince(object.id, requestedAt)) continue;
      this.unlisted.delete(object.id);
      this.objects.set(object.id, object);
    }
  }

  /** Drops objects that are not in a complete list. @param requestedAt the moment of the request */
  dropMissing(ids: ReadonlySet<string>, requestedAt: number): void {
    for (const { id } of this.inList()) {
      if (!ids.has(id) && !this.#isWrittenSince(id, requestedAt)) this.objects.delete(id);
    }
  }

  /** Adds an object that was read by id; undefined if it does not exist. @param requestedAt the moment of the request */
  addRead(id: string, object: ServiceObject<K> | undefined, requestedAt: number): void {
    if (this.#isWrittenSince(id, requestedAt)) return;
    if (object === undefined) {
      this.#drop(id);
      return;
    }
    if (!this.objects.has(id)) this.unlisted.add(id);
    this.objects.set(id, object);
  }

  /** Records an object that this process wrote. */
  recordWrite(object: ServiceObject<K>): void {
    this.#countWrite(object.id);
    this.unlisted.delete(object.id);
    this.objects.set(object.id, { ...this.objects.get(object.id), ...object });
  }

  /** Records an object that this process deleted. */
  recordDelete(id: string): void {
    this.#countWrite(id);
    this.#drop(id);
  }

  #drop(id: string): void {
    this.objects.delete(id);
    this.unlisted.delete(id);
  }

  #countWrite(id: string): void {
    this.#writes += 1;
    this.#written.set(id, this.#writes);
  }

  #isWrittenSince(id: string, moment: number): boolean {
    return (this.#written.get(id) ?? 0) > moment;
  }
}
