import { Annotations, TerraformDataSource, TerraformProvider, TerraformResource, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { kinds, type Rule, rules } from "./generated/rules";
import { resolved } from "./stable-id";

/** A SID of any kind. */
const sid = /^([A-Z]{2})[0-9a-f]{32}$/i;

/** A reference to the SID of a resource or data source of this provider. */
const reference = /^\$\{(?:data\.)?rblmonitor_(\w+)\.[\w-]+(?:\[[^\]]*\])?\.id\}$/;

/**
 * Validates the constructs of a scope before Terraform runs. Errors: a SID or construct of the wrong kind, an empty list of
 * groups, an invalid value. Thresholds outside the documented limits become warnings.
 */
export function validationErrors(scope: IConstruct): string[] {
  const known = new Map<unknown, unknown>();
  return scope.node.findAll().flatMap((construct) => {
    const checked = rules[typeOf(construct) ?? ""];
    if (checked === undefined) return [];
    return Object.entries(checked).flatMap(([property, rule]) => {
      const input: unknown = Reflect.get(construct, `${property}Input`);
      if (input === undefined || input === null) return [];
      const value = resolvedOnce(construct, input, known);
      for (const text of warnings(value, rule)) Annotations.of(construct).addWarning(`${property} ${text}`);
      return errors(value, rule).map((text) => `${construct.node.path}: ${property} ${text}`);
    });
  });
}

function typeOf(construct: IConstruct): string | undefined {
  if (TerraformResource.isTerraformResource(construct)) return construct.terraformResourceType;
  if (TerraformDataSource.isTerraformDataSource(construct)) return `data.${construct.terraformResourceType}`;
  if (!TerraformProvider.isTerraformProvider(construct)) return undefined;
  return construct.terraformResourceType === "rblmonitor" ? "provider" : undefined;
}

function errors(value: unknown, { values, kind, isFilled }: Rule): string[] {
  if (isFilled && Array.isArray(value) && value.length === 0)
    return ["is an empty list: it must have at least one element"];
  const texts = [value].flat().filter((text): text is string => typeof text === "string");
  return texts.flatMap((text) => {
    if (values && !values.includes(text) && !text.includes("${"))
      return [`is ${JSON.stringify(text)}. Valid values: ${values.join(", ")}`];
    const actual = kind && kindOf(text);
    return actual === undefined || actual === kind || kind === undefined
      ? []
      : [`is ${articled(titleOf(actual))}, but must be ${articled(kinds[kind].title)}: ${text}`];
  });
}

/** The kind of object that a SID or a reference identifies; undefined for other texts. */
function kindOf(text: string): string | undefined {
  const prefix = sid.exec(text)?.[1]?.toUpperCase();
  if (prefix === undefined) return reference.exec(text)?.[1];
  return Object.entries(kinds).find(([, kind]) => kind.prefix === prefix)?.[0] ?? "unknown object";
}

const titleOf = (kind: string): string =>
  (kinds as Readonly<Record<string, { title: string }>>)[kind]?.title ?? kind.replaceAll("_", " ");

const articled = (title: string): string => `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;

function warnings(value: unknown, { limits }: Rule): string[] {
  if (limits === undefined || !Array.isArray(value)) return [];
  const { count, min, max } = limits;
  const outside = value.filter((item) => typeof item === "number" && (item < min || item > max));
  return [
    ...(value.length > count ? [`has ${value.length} values, but the API documents up to ${count}`] : []),
    ...(outside.length > 0
      ? [`has ${outside.join(", ")}, but the API documents values from ${min} to ${max}`]
      : []),
  ];
}

/** A value as Terraform sees it. Many constructs share tokens, so each token is resolved once. */
function resolvedOnce(scope: IConstruct, value: unknown, known: Map<unknown, unknown>): unknown {
  if (Array.isArray(value) && !Token.isUnresolved(value))
    return value.map((item) => resolvedOnce(scope, item, known));
  if (!Token.isUnresolved(value)) return value;
  const key = Array.isArray(value) ? value.join() : value;
  if (!known.has(key)) known.set(key, resolved(scope, value));
  return known.get(key);
}
