import type { KindReader } from "../../drift/kind-reader";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { AnyManagedObject } from "../managed/object";

/** Finds the objects that are members of another object's resource, such as the addresses of a subnet. */
export class Members {
  private readonly owners = new Map<string, Promise<boolean>>();

  constructor(
    private readonly object: AnyManagedObject,
    private readonly reader: KindReader<Kind>,
  ) {}

  /** Whether this object is a member of another object's resource. Reading an owner costs one request, once. */
  async has(found: ServiceObject<Kind>): Promise<boolean> {
    const id = this.object.membership?.owner(found);
    if (id === undefined || id === found.id) return false;
    const isOwner = this.owners.get(id) ?? this.isOwner(id);
    this.owners.set(id, isOwner);
    return isOwner;
  }

  private async isOwner(id: string): Promise<boolean> {
    const owner = await this.reader.read(id);
    return owner !== undefined && this.object.membership?.isOwner(owner) === true;
  }
}
