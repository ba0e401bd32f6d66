import type { Exchange } from "../../../client/exchange";
import type { Clock } from "../../../client/options";
import { collectionOperation } from "../../../service/operations";
import { readServiceObject } from "../../../service/responses";
import { readNumber } from "../../../service/wire-forms";

/** The kinds of which version 3.0 takes the default object where none is named. */
export type DefaultKind = "monitoring_profile" | "contact_group";

interface Remembered {
  readonly id: Promise<string | undefined>;
  readonly at: number;
}

/** How long a default is believed, in milliseconds: somebody else may make another object the default at any time. */
const believed = 60_000;

/** The default objects of an account, which version 4.0 wants to be named: looked up when needed, and remembered for a minute. */
export class DefaultObjects {
  private readonly remembered = new Map<DefaultKind, Remembered>();

  constructor(
    private readonly exchange: Exchange,
    private readonly clock: Clock,
  ) {}

  /** SID of the default object; undefined when the account's list shows none. @throws ServiceError when it cannot be read */
  of(kind: DefaultKind): Promise<string | undefined> {
    const known = this.remembered.get(kind);
    if (known !== undefined && this.clock.now() - known.at < believed) return known.id;
    const id = this.lookUp(kind);
    this.remembered.set(kind, { id, at: this.clock.now() });
    id.catch(() => this.remembered.delete(kind));
    return id;
  }

  /** Has the default object looked up anew next time. */
  forget(kind: DefaultKind): void {
    this.remembered.delete(kind);
  }

  private async lookUp(kind: DefaultKind): Promise<string | undefined> {
    const operation = collectionOperation("list", kind);
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { page: String(page), page_size: "100" };
      const { envelope } = await this.exchange.perform({ operation, query });
      const objects = Array.isArray(envelope.data) ? envelope.data : [];
      const found = objects
        .map((object) => readServiceObject(kind, object))
        .find((object) => object?.is_default === true);
      if (found !== undefined) return found.id;
      pages = objects.length === 0 ? 0 : (readNumber(envelope.total_pages) ?? 0);
    }
    return undefined;
  }
}
