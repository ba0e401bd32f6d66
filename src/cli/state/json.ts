import * as z from "zod/mini";
import { isNestedDeeper } from "../../service/nesting";
import { parseJson } from "../../service/parse-json";
import { quoter } from "../input";

export const attributeValues = z.record(z.string(), z.unknown());

const shownResource = z.object({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  schema_version: z.optional(z.number()),
  values: z.nullish(attributeValues),
  sensitive_values: z.optional(z.unknown()),
  deposed_key: z.optional(z.string()),
});

const shownModule = z.object({
  resources: z.optional(z.array(shownResource)),
  get child_modules() {
    return z.optional(z.array(shownModule));
  },
});

/** The objects of a state or a plan, as `terraform show -json` prints them. */
export const shownValues = z.object({ root_module: z.optional(shownModule) });

/** The objects of a module and of those within it. */
export type ShownModule = z.output<typeof shownModule>;

export type ShownResource = NonNullable<ShownModule["resources"]>[number];

/** The managed objects of a module and of those within it. */
export function managedIn({ resources = [], child_modules = [] }: ShownModule): ShownResource[] {
  return [...resources.filter(({ mode }) => mode === "managed"), ...child_modules.flatMap(managedIn)];
}

/** Whether a type is this provider's by its name. */
export function isOwnName(type: string): boolean {
  return type.startsWith("rblmonitor_");
}

/** A text that Terraform printed, and the names for errors about it. */
interface Printed {
  /** A file, the folder of a configuration, or `standard input`. */
  readonly name: string;
  readonly text: string;
  readonly what: "plan" | "state";
  /** The remedy, in a sentence. */
  readonly wanted: string;
}

/** Levels of nesting in a state or a plan, which is read recursively. A module within a module is two of them. */
const maxNesting = 500;

/** @throws Error with its name and without its content, which may hold secrets */
export function terraformJson({ name, text, what, wanted }: Printed): Readonly<Record<string, unknown>> {
  if (isNestedDeeper(text, maxNesting))
    throw new Error(`${name} has more than ${maxNesting} levels of nesting, so it is not read.`);
  const json = parseJson(text, undefined);
  if (json === undefined) throw new Error(`${name} is not JSON. ${wanted}`);
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return { ...json };
  throw new Error(`${name} is not a Terraform ${what}. ${wanted}`);
}

/** Parsed JSON of a known shape. @throws Error with the path of the first difference */
export function inForm<T extends z.ZodMiniType>(
  { name, what, wanted }: Omit<Printed, "text">,
  form: T,
  json: unknown,
): z.output<T> {
  const { data, error } = form.safeParse(json);
  if (error === undefined) return data as z.output<T>;
  const [issue] = error.issues;
  const where = (issue?.path ?? []).join(".");
  throw new Error(
    `${name} is not a readable Terraform ${what}: ${quoter()(where)}: ${issue?.message}. ${wanted}`,
  );
}

/** @throws Error for a `format_version` that is newer than this command knows */
export function assertKnownFormat(name: string, version: unknown): void {
  if (!/^[01]\./.test(String(version))) throw newer(name, "format", version);
}

/** The error for a newer version of a format. @param what names the field, as in `version` */
export function newer(name: string, what: string, version: unknown): Error {
  return new Error(
    `${name} has ${what} ${quoter()(String(version))}, which this version does not support. Update rblmonitor.`,
  );
}

/**
 * Whether something in a value is marked, by Terraform's JSON. Marks have the form of the value: `true`, or an object or
 * array that holds it.
 */
export function isMarked(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(isMarked));
}

export function markOf(marks: unknown, name: string): unknown {
  if (marks === true) return true;
  if (typeof marks !== "object" || marks === null || !Object.hasOwn(marks, name)) return false;
  return (marks as Readonly<Record<string, unknown>>)[name];
}
