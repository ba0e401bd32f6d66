import { TerraformLocal, TerraformVariable, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isList, isPlain, titleOf } from "./fleet-entries";
import { rulesByType } from "./generated/rules";

/** Arguments of Terraform itself. Some accept constructs. */
const metaArguments: readonly string[] = ["provider", "dependsOn", "lifecycle", "provisioners", "connection"];

/** The properties whose values are lists, in all constructs that have them. */
const lists = new Set(
  Object.values(rulesByType).flatMap((own) =>
    Object.keys(own).filter((property) => own[property]?.type === "list"),
  ),
);

/**
 * Checks a configuration for values that TypeScript accepts or JavaScript can pass, and that the library would drop, misread,
 * or fail on without naming the construct: missing elements of lists, a single value in place of a list, NaN, mangled numbers,
 * and constructs in place of values.
 *
 * @param path the path of the construct that the configuration is for
 * @param references the properties that accept constructs of objects
 * @throws Error that names the property, the value, and what to pass in its place
 */
export function checkConfiguration(path: string, config: object, references: readonly string[]): void {
  if (typeof config !== "object" || config === null)
    throw new Error(`${path}: the configuration is ${titleOf(config)}, but must be an object`);
  for (const [property, given] of Object.entries(config)) {
    if (metaArguments.includes(property) || given === undefined || given === null) continue;
    for (const part of partsOf(given, property)) {
      const problem = problemOf(part, references.includes(part.key), lists.has(property));
      if (problem !== undefined) throw new Error(`${path}: ${part.place} ${problem}`);
    }
  }
}

/** A value in a configuration: its place, and its key, which the elements of a list share. */
type Part = { readonly place: string; readonly key: string; readonly value: unknown };

/** A value, and all values in its lists and maps. */
export function* partsOf(value: unknown, place: string, key = place): Generator<Part> {
  yield { place, key, value };
  if (isList(value))
    for (const [index, element] of value.entries()) yield* partsOf(element, `${place}[${index}]`, key);
  if (isPlain(value))
    for (const [name, member] of Object.entries(value)) yield* partsOf(member, `${place}.${name}`, name);
}

/** The constructs that name a value, and the property that has it. */
const namedValues = [
  { type: TerraformVariable, title: "variable", property: "value" },
  { type: TerraformLocal, title: "local", property: "expression" },
] as const;

/** The problem of a value apart from those in it, to follow its place. Either flag is that of the value's property. */
function problemOf({ place, value }: Part, isReference: boolean, isOfList: boolean): string | undefined {
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
    if (!isReference)
      return `is the construct ${path}, but accepts none. Check the name of the argument, or pass an attribute of the construct`;
    const foreign = libraryProblem(value);
    if (foreign !== undefined) return `has a construct that is not of its library: ${foreign}`;
  }
  if (!isOfList || isElement !== Array.isArray(value)) return undefined;
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

/** The key under which both libraries store the full name of a class, such as `cdktn.TerraformStack`. */
const className = Symbol.for("jsii.rtti");

/** The library of a class or of its base classes; undefined for other classes. */
function libraryOf(type: unknown): string | undefined {
  if (typeof type !== "function") return undefined;
  const [library] = Reflect.get(type, className)?.fqn?.split(".") ?? [];
  return Object.hasOwn(libraries, library) ? library : libraryOf(Object.getPrototypeOf(type));
}

const own = libraryOf(TerraformVariable) ?? "";

/** The problem of a construct of the other library. */
export function libraryProblem(construct: IConstruct): string | undefined {
  const other = libraryOf(construct.constructor);
  if (other === undefined || other === own) return undefined;
  return `${construct.node.path} is of ${libraries[other]} (${other}), this construct is for ${libraries[own]} (${own}). Import it from "rblmonitor/${other}".`;
}
