import {
  type ITerraformDependable,
  MapTerraformIterator,
  TerraformIterator,
  TerraformStack,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { checkConfiguration } from "./configuration";
import { sharedByEach } from "./fleet-entries";
import type { CertificateMonitor } from "./generated/certificate-monitor";
import type { Host } from "./generated/host";
import type { SharedSettings } from "./shared-arguments";
import { type Reference, sidOf, sidsOf } from "./sid-of";
import { resolved } from "./stable-id";
import { stackAddress } from "./stack-address";

/** An entry of a fleet. */
export interface Member<Item> {
  /** A form that is equal for all spellings of an object. */
  readonly identity: string;
  /** The id of the construct. */
  readonly id: string;
  /** The key of the object in the fleet. */
  readonly key: string;
  readonly item: Item;
}

/** Objects of one kind with shared settings. */
export abstract class Fleet<Item, Declared extends Host | CertificateMonitor>
  extends Construct
  implements ITerraformDependable
{
  /** The shared settings, in which references are SIDs: they are the same for all objects. */
  protected readonly settings: SharedSettings<string>;
  private readonly objects: Record<string, Declared> = {};

  /** @throws Error for a construct in place of a value */
  protected constructor(
    scope: Construct,
    id: string,
    options: SharedSettings<Reference>,
    private readonly title: string,
  ) {
    super(scope, id);
    checkConfiguration(this.node.path, options, ["profile", "contactGroups"]);
    const { profile, contactGroups } = options;
    this.settings = { ...options, profile: sidOf(profile), contactGroups: sidsOf(contactGroups) };
  }

  /** The SIDs of all objects, known after the apply. */
  public get ids(): string[] {
    const { each } = this.objects;
    return each?.forEach
      ? Token.asList(TerraformIterator.fromResources(each).pluckProperty("id"))
      : Object.values(this.objects).map((object) => object.id);
  }

  /** The address for `dependsOn`, by which others wait for all objects. */
  public get fqn(): string {
    // A local value of the SIDs. The stack has it as soon as something reads the address; a construct would come too late.
    const name = `${this.node.id.replace(/\W/g, "_")}_${this.node.addr}`;
    TerraformStack.of(this).addOverride(`locals.${name}`, this.ids);
    return stackAddress(this, `local.${name}`);
  }

  protected abstract declare(id: string, item: Item): Declared;

  /** Whether only Terraform knows a list or map. @throws Error for a lazy one, whose entries are not known yet */
  protected isToken(property: string, entries: unknown): boolean {
    if (!Token.isUnresolved(entries)) return false;
    if (typeof resolved(this, entries) === "string") return true;
    throw new Error(
      `${this.node.path}: ${property} is lazy, so its entries are not known yet. Pass a list or a map, or a token that only Terraform knows`,
    );
  }

  /** Declares an object for each member. @throws Error for two members with the same identity */
  protected declareAll(members: readonly Member<Item>[]): Record<string, Declared> {
    const keys = new Map<string, string>();
    for (const { identity, id, key, item } of members) {
      const other = keys.get(identity);
      if (other !== undefined) this.rejectDuplicate(identity, other, key);
      keys.set(identity, key);
      this.objects[key] = this.declare(id, item);
    }
    return this.objects;
  }

  protected rejectDuplicate(identity: string, ...keys: readonly [string, string]): never {
    const both = Token.isUnresolved(keys[0]) ? "" : `: ${keys.join(" and ")}`;
    throw new Error(`The fleet ${this.node.path} has the ${this.title} ${identity} twice${both}`);
  }

  /** Declares the objects of an expression for a map. `own` is that of the current entry, whose further properties `item` has. */
  protected declareEach(map: Record<string, unknown>, own: string, item: object): Record<string, Declared> {
    const iterator = new MapTerraformIterator(map);
    const settings = sharedByEach({ ...this.settings, name: iterator.key }, own);
    const each = this.declare("each", { ...settings, ...item } as Item);
    each.forEach = iterator;
    this.objects.each = each;
    return this.objects;
  }
}
