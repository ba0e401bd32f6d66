import { posix } from "node:path";
import { Lazy, ref, TerraformElement, TerraformResource, TerraformStack, Token } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { once } from "./once";

/** A change of the address of a resource in Terraform. */
export type Move = { readonly from: string; readonly to: string };

/** Type → name → arguments. An expression is a string such as `${var.name}`. */
type Declarations = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** A stack, or a part of one, in Terraform's JSON. */
export interface TerraformJson {
  readonly resource?: Declarations;
  readonly data?: Declarations;
  readonly moved?: readonly Move[];
}

/** A name that the objects of a construct may have in a state. */
interface FormerName {
  /** A construct in whose place, or in whose former ones, the objects were. */
  readonly below: Construct;
  /** The path there. */
  readonly path: string;
  /** The instance that the name had, such as `[0]` or `["mx"]`, and the one that the construct has. */
  readonly from?: string;
  readonly to?: string;
  /** Whether the program says so. Other names are left out where another construct has them. */
  readonly isStated?: boolean;
}

/** The path of a construct below its stack. */
export const placeOf = ({ node }: Construct): string =>
  node.path.slice(node.scopes.findLast(TerraformStack.isStack)?.node.path.length).replace(/^\//, "");

/** An id as a part of a path, which may start in the parent. */
const idIn = (text: string): string => text.replace(/(?<!^\.\.)\//g, "--");

/** The address of a resource in Terraform. */
export const addressOf = ({ terraformResourceType, friendlyUniqueId }: TerraformResource): string =>
  `${terraformResourceType}.${friendlyUniqueId}`;

/**
 * An address in a stack, for `dependsOn`. Terraform accepts none of another stack there.
 *
 * @throws Error at synthesis in another stack, which names the way out
 */
export function stackAddress(construct: Construct, address: string): string {
  const own = TerraformStack.of(construct);
  return Lazy.stringValue({
    produce({ scope }) {
      const { path, id } = TerraformStack.of(scope).node;
      if (path !== own.node.path)
        throw new Error(
          `${scope.node.path}: dependsOn has ${construct.node.path}, but can only wait for constructs of the stack ${path}. Remove it, and write stack.addDependency(other), from the stack ${id} to the stack ${own.node.id}`,
        );
      return Token.asString(ref(address, own));
    },
  });
}

/** An address without its instance, and the instance, such as `[0]` or `["mx"]`, or an empty text. */
export function splitInstance(address: string): [address: string, instance: string] {
  const [, place = address, instance = ""] = /^(.+?)(\[(?:\d+|".*")\])?$/s.exec(address) ?? [];
  return [place, instance];
}

/**
 * The former names that a text states: an id below a construct, or after a slash a path below its stack.
 *
 * @param idsOf returns the ids that constructs with a name may have had
 */
export function statedNames(text: string, below: Construct, idsOf = (name: string) => [name]): FormerName[] {
  const [place, from] = splitInstance(text);
  // The slashes of a URL or subnet are part of the last id.
  const path = /^\/(?:(.*?)\/)?(\w+:\/\/.*|[\d.]+\/\d+|[^/]*)$/.exec(place);
  const [, scope = "", name = place] = path ?? [];
  const shared = { below: path ? TerraformStack.of(below) : below, from, isStated: true };
  return [...new Set(idsOf(name))].map((id) => ({ ...shared, path: posix.join(scope, idIn(id)) }));
}

/** The former names of constructs by their ids in a scope. */
const formerIn = once((_: IConstruct) => new Map<string, readonly FormerName[]>());

/** Adds former names of a construct, which need not exist yet. Its stack then has `moved` blocks for all objects in it. */
export function addFormerNames(scope: IConstruct, id: string, names: readonly FormerName[]): void {
  formerIn(scope).set(idIn(id), [...(formerIn(scope).get(idIn(id)) ?? []), ...names]);
  writeMoves(TerraformStack.of(scope));
}

/**
 * Keeps the objects of a construct that had another path, and of all constructs in it. Writes their `moved` blocks. You can
 * remove the call after the next apply. The constructs of this package also have it as the argument `formerly`.
 *
 * @param path the former path below the stack, such as `mail/mx1`; an entry of a token was `mail/each["mx1"]`. `/` is the
 * stack itself, for constructs that now have a scope of their own.
 * @returns the construct
 * @throws Error at synthesis if another construct has the former path
 *
 * @example
 * ```ts
 * movedFrom(new Team(stack, "mail-team"), "postmasters");
 * ```
 */
export function movedFrom<Moved extends Construct>(construct: Moved, path: string): Moved {
  const { scope = construct, id } = construct.node;
  addFormerNames(scope, id, statedNames(`/${path}`, construct));
  return construct;
}

const writeMoves = once((stack: TerraformStack) => {
  // The id differs from that of another copy of this package.
  onWrite(stack, `moved-${stack.node.children.length}`, () => {
    const moved = movesIn(stack);
    return moved.length === 0 ? {} : { moved };
  });
});

/** Calls a function when the stack of a scope is written, and adds the JSON that it returns. */
export function onWrite(scope: Construct, id: string, json: () => TerraformJson): void {
  new TerraformElement(scope, id).toTerraform = json;
}

/** The former names of a construct below its stack: those that it has itself, or its id below those of its scope. */
function formerNamesOf(construct: IConstruct): Omit<FormerName, "below">[] {
  const { scope, id } = construct.node;
  if (scope === undefined || TerraformStack.isStack(construct)) return [];
  const own = (formerIn(scope).get(id) ?? []).flatMap(({ below, ...name }) => {
    const places = [...formerNamesOf(below).map(({ path }) => path), placeOf(below)];
    return places.map((place) => ({ ...name, path: posix.join(place, name.path) }));
  });
  if (own.some(({ isStated }) => isStated)) return own;
  return [...formerNamesOf(scope).map((name) => ({ ...name, path: posix.join(name.path, id) })), ...own];
}

/** The resources of a stack. */
export function resourcesOf(stack: TerraformStack): TerraformResource[] {
  const all = stack.node.findAll().filter(TerraformResource.isTerraformResource);
  return all.filter((resource) => TerraformStack.of(resource) === stack);
}

/**
 * The moves from all former names of a stack's resources. Those of a resource are a chain, since Terraform accepts one move to
 * each address.
 *
 * @throws Error for a former name that the program states, and that another construct has
 */
function movesIn(stack: TerraformStack): Move[] {
  const resources = resourcesOf(stack);
  const owners = new Map(resources.map((resource) => [addressOf(resource), addressOf(resource)]));
  const starts = new Map<string, string>();
  const moves: Move[] = [];
  const all = resources.flatMap((resource) => formerNamesOf(resource).map((name) => ({ resource, ...name })));
  // A name that the program states comes before one that another resource may have had.
  all.sort((a, b) => Number(b.isStated ?? false) - Number(a.isStated ?? false));
  for (const { resource, path, from = "", to = "", isStated } of all) {
    const now = addressOf(resource) + to;
    // A construct with the former path need not exist.
    const scopes = [...stack.node.scopes, ...path.split("/").map((id) => ({ node: { id } }))];
    const node = { scopes, path: `${stack.node.path}/${path}`, id: posix.basename(path) };
    // A stack may name constructs by more than their ids.
    const name = stack.getLogicalId(Object.create(stack.node, Object.getOwnPropertyDescriptors(node)));
    const former = `${resource.terraformResourceType}.${name}${from}`;
    const owner = former === now ? now : owners.get(former);
    if (owner === undefined) {
      moves.push({ from: former, to: starts.get(now) ?? now });
      starts.set(now, former);
      owners.set(former, now);
    } else if (owner !== now && isStated)
      throw new Error(
        `${resource.node.path}: its former name ${path} belongs to another construct of the stack. Apply the stack without that one first, or correct the name`,
      );
  }
  return moves;
}

/**
 * The former addresses of a stack's resources by their addresses, and the instances, such as `[0]`, of a move of a single one.
 *
 * @param more moves that others write into the stack
 */
export function formerAddresses(stack: TerraformStack, more: readonly Move[]) {
  const moves = [...movesIn(stack), ...more].map(
    ({ from, to }) => [splitInstance(from), splitInstance(to)] as const,
  );
  return new Map(moves.map(([[address, from], [now, to]]) => [now, { address, from, to }]));
}
