import { Annotations, TerraformLocal, TerraformVariable, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isList, isPlain, titleOf } from "./fleet-entries";
import { type Argument, type Arguments, argumentsByType } from "./generated/arguments";

/** The owner of a configuration: the path of a construct and the scope for warnings, or the name of a function. */
type Owner = { readonly path: string; readonly scope?: IConstruct | undefined };

/**
 * Checks a configuration for values that TypeScript accepts or JavaScript can pass, and that the library would drop, misread,
 * or fail on without naming the construct: unknown and missing arguments, missing elements of lists, a single value in place of
 * a list, NaN, mangled numbers, and constructs in place of values.
 *
 * @param type a name in the table of arguments, or a part of it
 * @param prefix the place of an object in the configuration of its fleet, which has the defaults
 * @throws Error that names the property, the value, and what to pass in its place
 */
export function checkConfiguration(owner: Owner, config: object, type: string | Arguments, prefix = "") {
  const { path, scope } = owner;
  const accepted = typeof type === "string" ? (argumentsByType[type] ?? {}) : type;
  if (typeof config !== "object" || config === null)
    throw new Error(`${path}: the configuration is ${titleOf(config)}, but must be an object`);
  const names = Object.keys(accepted);
  const isAbsent = (name: string): boolean => [undefined, null].includes(Reflect.get(config, name));
  for (const [property, value] of Object.entries(config).filter(([name]) => !isAbsent(name))) {
    if (!names.includes(property)) {
      const likely = names.find((name) => isLike(property, name) && (isAbsent(name) || /_/.test(property)));
      const problem = `${path}: ${prefix}${property} is not an argument`;
      if (likely !== undefined || scope === undefined)
        throw new Error(`${problem}. Write ${likely ?? names.join(" or ")} in its place`);
      // Not an error, because programs spread objects that have more properties on purpose.
      const warning = `${problem}, so it has no effect. Arguments: ${names.join(", ")}`;
      warnOnce(scope, warning, `${property} is not an argument,`);
    }
    const argument = accepted[property];
    for (const part of argument === undefined ? [] : partsOf(value, prefix + property, 1)) {
      const problem = problemOf(part, argument);
      if (problem !== undefined) throw new Error(`${path}: ${part.place} ${problem}`);
      if (argument?.entries && part.value !== value && isPlain(part.value))
        checkConfiguration(owner, part.value, argument.entries, `${part.place}.`);
    }
    if (scope && argument?.ifNone && Object.keys(value).length === 0)
      warnOnce(scope, `${path} has no ${property}, ${argument.ifNone}`);
  }
  const lacking = names.filter((name) => accepted[name]?.isRequired && isAbsent(name)).join(", ");
  if (lacking !== "" && prefix === "")
    throw new Error(`${path}: the configuration lacks ${lacking}. Add what the construct requires`);
}

/** Whether a name may mean an argument in another spelling, such as `contact_groups` or `tag`. */
function isLike(name: string, argument: string): boolean {
  const bare = [name, argument].map((text) => text.replaceAll("_", "").toLowerCase());
  const [short = "", long = ""] = bare.sort((a, b) => a.length - b.length);
  return long.length - short.length <= 1 && [...short].every((letter) => long.includes(letter));
}

/** Warns once of a cause that the objects of a scope may share. */
export function warnOnce(scope: IConstruct, text: string, cause = text): void {
  const isKnown = scope.node.metadata.some(({ data }) => String(data).includes(cause));
  if (!isKnown) Annotations.of(scope).addWarning(text);
}

/** A value, and its place in a configuration. */
export type Part = { readonly place: string; readonly value: unknown };

/** A value, and all values in its lists and, up to a number of levels, in its maps. */
export function* partsOf(value: unknown, place: string, levels = Number.POSITIVE_INFINITY): Generator<Part> {
  yield { place, value };
  if (isList(value))
    for (const [index, element] of value.entries()) yield* partsOf(element, `${place}[${index}]`, levels);
  if (isPlain(value) && levels > 0)
    for (const [name, part] of Object.entries(value)) yield* partsOf(part, `${place}.${name}`, levels - 1);
}

/** The constructs that name a value, and the property that has it. */
const namedValues = [
  { type: TerraformVariable, title: "variable", property: "value" },
  { type: TerraformLocal, title: "local", property: "expression" },
] as const;

/** The problem of a value apart from those in it, to follow its place. */
function problemOf({ place, value }: Part, { rule, entries }: Argument = {}): string | undefined {
  const isElement = place.endsWith("]");
  if (isElement ? value === undefined : value === "" && place.endsWith("formerly")) return missing;
  if (typeof value === "number" && !Number.isFinite(value)) return `is ${value}, but must be a number`;
  if (typeof value === "string" && isMisread(value))
    return `has the token of a number next to a digit, a dot, a sign, or an e, which the library misreads. Write it as a text: \${Token.asString(count.index)}`;
  if (Construct.isConstruct(value)) {
    const { path, id } = value.node;
    const named = namedValues.find(({ type }) => value instanceof type);
    if (named !== undefined)
      return `is the ${named.title} ${path}. Pass the property \`${named.property}\` of the ${named.title} ${id}`;
    if ((rule?.item ?? rule)?.kind === undefined || (entries && /^\w+$/.test(place)))
      return `is the construct ${path}, but accepts none. Check the name of the argument, or pass an attribute of the construct`;
    const foreign = libraryProblem(value);
    if (foreign !== undefined) return `has a construct that is not of its library: ${foreign}`;
  }
  if (rule?.type !== "list" || isElement !== Array.isArray(value)) return undefined;
  if (isElement) return "is a list: pass its elements in its place";
  if (Token.isUnresolved(value)) return undefined;
  return `is ${titleOf(value)}, but must be a list: put it into brackets, [ ]`;
}

/** Whether a text has the token of a number where the library reads another number: next to a digit, dot or sign, or before an `e`. */
function isMisread(text: string): boolean {
  const numbers = text.match(/[-+.|\d]+e[-+.|\deE]+/g) ?? [];
  return numbers.some((number) => {
    const token = /-\d(?:\.\d+)?e\+\d{3}/.exec(number)?.[0];
    return token !== undefined && token !== number && Token.isUnresolved(Number(token));
  });
}

/** The problem of an undefined element, which the library would drop, or of an empty former name, to follow its place. */
export const missing = "is missing. Check the name or variable that it comes from, or leave it out";

/** Whether a text has a part that only Terraform knows. */
export const isExpression = (value: unknown): boolean => typeof value === "string" && /[$%]\{/.test(value);

/** The names of the libraries for stacks, by entry point of this package. */
const libraries: Readonly<Record<string, string>> = { cdktf: "CDKTF", cdktn: "CDK Terrain" };

/** The library of a class or of its base classes; undefined for other classes. */
function libraryOf(type: unknown): string | undefined {
  if (typeof type !== "function") return undefined;
  // Both libraries store the full name of a class, such as `cdktn.TerraformStack`.
  const [library] = Reflect.get(type, Symbol.for("jsii.rtti"))?.fqn?.split(".") ?? [];
  return Object.hasOwn(libraries, library) ? library : libraryOf(Object.getPrototypeOf(type));
}

/** The problem of a construct of the other library. */
export function libraryProblem(construct: IConstruct): string | undefined {
  const [own = "", other] = [TerraformVariable, construct.constructor].map(libraryOf);
  if (other === undefined || other === own) return undefined;
  return `${construct.node.path} is of ${libraries[other]} (${other}), this construct is for ${libraries[own]} (${own}). Import it from "rblmonitor/${other}".`;
}
