import { Fn, type ITerraformDependable, ref, TerraformIterator, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { checkConfiguration } from "./configuration";
import type { CertificateMonitor } from "./generated/certificate-monitor";
import type { Host } from "./generated/host";
import { addFormerNames, movedFrom, stackAddress, statedNames } from "./moves";
import { once } from "./once";
import { type FleetSettings, type MonitorConfig, type OwnSettings, settingsOf } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { resolved, sameHost } from "./stable-id";

/** The objects of all fleets of a stack: by what they monitor, the path of the fleet and the key in it. */
const declaredIn = once((_: TerraformStack) => new Map<string, readonly [path: string, key: string]>());

/** Objects of one kind with shared settings. */
export abstract class Fleet<Declared extends Host | CertificateMonitor>
  extends Construct
  implements ITerraformDependable
{
  /** The declared objects, by their keys. */
  protected readonly objects: Record<string, Declared> = {};

  /** @throws Error for a construct in place of a value */
  protected constructor(
    scope: Construct,
    id: string,
    private readonly options: FleetSettings<MonitorConfig>,
    private readonly title: string,
    private readonly type: new (scope: Construct, id: string, config: never) => Declared,
  ) {
    super(scope, id);
    checkConfiguration({ path: this.node.path, scope: this }, options, `${title}s`);
    if (typeof options.formerly === "string") movedFrom(this, options.formerly);
  }

  /** The SIDs of all objects, known after the apply. */
  public get ids(): string[] {
    const { each } = this.objects;
    if (each?.forEach) return Token.asList(TerraformIterator.fromResources(each).pluckProperty("id"));
    return Object.values(this.objects).map((object) => object.id);
  }

  /** The address for `dependsOn`, by which others wait for all objects. */
  public get fqn(): string {
    // A local value of the SIDs. The stack has it as soon as something reads the address; a construct would come too late.
    const name = `${this.node.id.replace(/\W/g, "_")}_${this.node.addr}`;
    TerraformStack.of(this).addOverride(`locals.${name}`, this.ids);
    return stackAddress(this, `local.${name}`);
  }

  private declare(id: string, key: string, own: OwnSettings<MonitorConfig>, args: object): Declared {
    const object = new this.type(this, id, { ...settingsOf(this.options, own), ...args } as never);
    this.objects[key] = object;
    return object;
  }

  /** Whether only Terraform knows a list or map. @throws Error for a lazy one, whose entries are not known yet */
  protected isToken(property: string, entries: unknown): boolean {
    if (!Token.isUnresolved(entries)) return false;
    if (typeof resolved(this, entries) === "string") return true;
    throw new Error(
      `${this.node.path}: ${property} is lazy, so its entries are not known yet. Pass a list or a map, or a token that only Terraform knows`,
    );
  }

  /**
   * Declares the object of an entry.
   *
   * @param identity a form that is equal for all spellings of what it monitors
   * @param key the key in the fleet
   * @param args the arguments that are not settings
   * @throws Error for two objects with the same identity
   */
  protected add(identity: string, key: string, own: OwnSettings<MonitorConfig>, args: object, id = identity) {
    const { path } = this.node;
    const declared = declaredIn(TerraformStack.of(this));
    const monitored = `${this.title} ${identity} ${this.options.provider?.fqn ?? ""}`;
    const [other = path, otherKey] = declared.get(monitored) ?? [];
    if (other !== path)
      throw new Error(`The fleets ${other} and ${path} both have the ${this.title} ${identity}`);
    if (otherKey !== undefined) this.rejectDuplicate(identity, otherKey, key);
    declared.set(monitored, [path, key]);
    this.declare(id, key, own, args);
    if (own.formerly !== undefined) this.keep(id, own.formerly);
  }

  protected rejectDuplicate(identity: string, ...keys: readonly [string, string]): never {
    const both = Token.isUnresolved(keys[0]) ? "" : `: ${keys.join(" and ")}`;
    throw new Error(`The fleet ${this.node.path} has the ${this.title} ${identity} twice${both}`);
  }

  /** Declares the objects of an expression for a map. `entry` is that of the current one, whose other arguments are given. */
  protected declareEach(map: Record<string, unknown>, entry: string, args: object): void {
    const iterator = TerraformIterator.fromMap(map);
    const { profile, contactGroups, paused, formerly = [] } = this.options;
    /** An attribute of the entry, or the shared one for texts and for objects without it. */
    const ownOr = (attribute: string, shared: unknown) =>
      Fn.try([Fn.coalesce([ref(`${entry}.${attribute}`)]), shared ?? ref("null")]);
    const own = {
      profile: Token.asString(ownOr("profile", sidOf(profile))),
      contactGroups: Token.asList(ownOr("contact_groups", sidsOf(contactGroups))),
      // Shared tags are added later, to which null would not fit.
      tags: Token.asList(ownOr("tags", [])),
      paused: ownOr("paused", paused),
    };
    const name = Token.asString(ownOr("name", iterator.key));
    this.declare("each", "each", own, { ...args, name }).forEach = iterator;
    if (typeof formerly !== "string")
      for (const key of formerly) this.keep("each", key, `[${JSON.stringify(key)}]`);
  }

  /** Keeps the object of an entry that had another key or path, or the object of an instance. */
  private keep(id: string, former: string, to = ""): void {
    const names = statedNames(former, this, (name) => this.idsOf(name)).map((name) => ({ ...name, to }));
    addFormerNames(this, id, names);
  }

  /** The ids that an entry may have had that was called by a key, or by a value in a list. */
  protected idsOf(name: string): string[] {
    return [name, sameHost(name)];
  }
}
