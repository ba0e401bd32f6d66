import type { Kind } from "../service/kinds";
import type { ServiceObject } from "../service/responses";

/**
 * What a process knows of a kind's objects. Its own writes count more than answers to what was asked before them:
 * whoever asks takes the moment first, and hands in the answer with it.
 */
export class KnownObjects<K extends Kind> {
  private readonly objects = new Map<string, ServiceObject<K>>();
  /** What is known only because it was asked for by its id: the list may leave it out (docs/design/open-points.md#6). */
  private readonly unlisted = new Set<string>();
  private readonly written = new Map<string, number>();
  private writes = 0;

  /** The moment that it is, counted in writes. */
  get moment(): number {
    return this.writes;
  }

  get(id: string): ServiceObject<K> | undefined {
    return this.objects.get(id);
  }

  has(id: string): boolean {
    return this.objects.has(id);
  }

  /** The objects that the list has. */
  listed(): ServiceObject<K>[] {
    return [...this.objects.values()].filter(({ id }) => !this.unlisted.has(id));
  }

  /** Takes over what the list said, asked at that moment. */
  addListed(objects: Iterable<ServiceObject<K>>, asked: number): void {
    for (const object of objects) {
      if (this.isWrittenSince(object.id, asked)) continue;
      this.unlisted.delete(object.id);
      this.objects.set(object.id, object);
    }
  }

  /** Drops what a complete list, asked for at that moment, no longer has. */
  dropMissing(ids: ReadonlySet<string>, asked: number): void {
    for (const { id } of this.listed()) {
      if (!ids.has(id) && !this.isWrittenSince(id, asked)) this.objects.delete(id);
    }
  }

  /** Takes over what was said of one object; undefined says that there is none. */
  addRead(id: string, object: ServiceObject<K> | undefined, asked: number): void {
    if (this.isWrittenSince(id, asked)) return;
    if (object === undefined) {
      this.objects.delete(id);
      return;
    }
    if (!this.objects.has(id)) this.unlisted.add(id);
    this.objects.set(id, object);
  }

  /** Takes over what a write of ours made true. */
  keep(object: ServiceObject<K>): void {
    this.note(object.id);
    this.unlisted.delete(object.id);
    this.objects.set(object.id, { ...this.objects.get(object.id), ...object });
  }

  /** Forgets what a write of ours removed. */
  forget(id: string): void {
    this.note(id);
    this.objects.delete(id);
  }

  private note(id: string): void {
    this.writes += 1;
    this.written.set(id, this.writes);
  }

  private isWrittenSince(id: string, moment: number): boolean {
    return (this.written.get(id) ?? 0) > moment;
  }
}
