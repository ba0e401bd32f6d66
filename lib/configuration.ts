import { TerraformLocal, TerraformVariable, Token } from "cdktf";
import { Construct } from "constructs";
import { isPlain, titleOf } from "./fleet-entries";
import { rulesByType } from "./generated/rules";
import { isList } from "./merged-list";

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
 * @param hasMaps whether nested objects are maps, whose values are all required
 * @throws Error that names the property, the value, and what to pass in its place
 */
export function checkConfiguration(
  path: string,
  config: object,
  references: readonly string[],
  hasMaps = false,
): void {
  /** The problem of a value or of the first part of it that has one. */
  const problemIn = (place: string, value: unknown, isReference: boolean): string | undefined => {
    if (typeof value === "number" && !Number.isFinite(value))
      return `${place} is ${value}, but must be a number`;
    if (typeof value === "string" && isMisread(value))
      return `${place} has the token of a number next to a digit, a dot, a sign, or an e, which the library misreads. Write it as a text: \${Token.asString(count.index)}`;
    if (Construct.isConstruct(value)) return constructProblem(place, value, isReference);
    const inList = isList(value);
    if (!inList && !isPlain(value)) return undefined;
    for (const [key, part] of Object.entries(value)) {
      const own = inList ? `${place}[${key}]` : `${place}.${key}`;
      if (part === undefined && (inList || hasMaps)) return `${own} ${missing}`;
      const problem = problemIn(own, part, inList ? isReference : references.includes(key));
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  if (typeof config !== "object" || config === null)
    throw new Error(`${path}: the configuration is ${titleOf(config)}, but must be an object`);
  for (const [property, value] of Object.entries(config)) {
    if (metaArguments.includes(property) || value === undefined || value === null) continue;
    const problem =
      problemIn(property, value, references.includes(property)) ??
      (lists.has(property) ? listProblem(property, value) : undefined);
    if (problem !== undefined) throw new Error(`${path}: ${problem}`);
  }
}

/** The constructs that name a value, and the property that has it. */
const namedValues = [
  { type: TerraformVariable, title: "variable", property: "value" },
  { type: TerraformLocal, title: "local", property: "expression" },
] as const;

/** The problem of a construct in place of a value; undefined if it is that of an object, as a reference can have it. */
function constructProblem(place: string, construct: Construct, isReference: boolean): string | undefined {
  const { path, id } = construct.node;
  const named = namedValues.find(({ type }) => construct instanceof type);
  if (named !== undefined)
    return `${place} is the ${named.title} ${path}. Pass the property \`${named.property}\` of the ${named.title} ${id}`;
  return isReference
    ? undefined
    : `${place} is the construct ${path}, but accepts none. Check the name of the argument, or pass an attribute of the construct`;
}

/** The problem of a value for a list; undefined for a token and for a list of values. */
function listProblem(property: string, value: unknown): string | undefined {
  if (Token.isUnresolved(value)) return undefined;
  if (!Array.isArray(value)) {
    const title = Construct.isConstruct(value) ? `the construct ${value.node.path}` : titleOf(value);
    return `${property} is ${title}, but must be a list: put it into brackets, [ ]`;
  }
  const index = value.findIndex((element) => Array.isArray(element));
  return index < 0 ? undefined : `${property}[${index}] is a list: pass its elements in its place`;
}

/** Whether a text has the token of a number where the library reads another number: next to a digit, dot or sign, or before an `e`. */
function isMisread(text: string): boolean {
  const numbers = text.match(/[-+.|\d]+e[-+.|\deE]+/g) ?? [];
  return numbers.some((number) => {
    const token = /-\d(?:\.\d+)?e\+\d{3}/.exec(number)?.[0];
    return token !== undefined && token !== number && Token.isUnresolved(Number(token));
  });
}

/** The problem of an undefined element, which the library would drop, to follow its place. */
export const missing = "is missing. Check the name or variable that it comes from, or leave it out";
