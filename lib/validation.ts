import { TerraformProvider, TerraformResource, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { addTo } from "../src/service/groups";
import { wordsOf } from "../src/service/kinds";
import { isOfType, textProblem } from "../src/service/requests";
import { label, listItem, type Rule } from "../src/service/rules";
import { sidKind } from "../src/service/sids";
import { isExpression, missing, type Part, partsOf, warnOnce } from "./configuration";
import { isList, isPlain } from "./fleet-entries";
import { argumentsByType } from "./generated/arguments";
import { resolved } from "./stable-id";

/** A reference to the SID of a resource or data source of this provider. */
const reference = /^\$\{(?:data\.)?rblmonitor_(\w+)\.[\w-]+(?:\[[^\]]*\])?\.id\}$/;

/**
 * Validates the constructs of a scope before Terraform runs, by the rules that the provider has: an error for each value that
 * it refuses, a warning for each about which it warns. Also an error: a construct of another kind.
 */
export function validationErrors(scope: IConstruct): string[] {
  // The objects of a fleet share settings, whose problem is reported once.
  const places = new Map<string, { readonly problem: string; readonly path: string }[]>();
  for (const construct of scope.node.findAll()) {
    const { path, scope: parent } = construct.node;
    for (const [property, { rule } = {}] of Object.entries(argumentsByType[typeOf(construct) ?? ""] ?? {})) {
      const input: unknown = rule && Reflect.get(construct, `${property}Input`);
      if (rule === undefined || input === undefined || input === null) continue;
      const value = withMissing(construct, input);
      const problems = [...partsOf(value, property)].flatMap((part) => {
        const own = part.place === property ? rule : (rule.item ?? rule);
        const problem = problemOf(part.value, own);
        const warning = wordWarning(part, own);
        if (warning) warnOnce(parent ?? construct, path + warning, warning);
        return problem === undefined ? [] : [`${part.place} ${problem}`];
      });
      for (const problem of problems) addTo(places, `${parent?.node.path}: ${problem}`, { problem, path });
      if (problems.length > 0 || isExpression(value)) continue;
      for (const text of rule.advice?.(value) ?? []) warnOnce(construct, `${property} ${text}`);
    }
  }
  return [...places.values()].map(([first, ...more]) => {
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    return `${first?.path}${others}: ${first?.problem}`;
  });
}

/** The type of a resource; of this package, also that of an ephemeral resource or a data source, with a prefix, or `provider`. */
export function typeOf(construct: IConstruct): string | undefined {
  const { terraformResourceType: type } = construct as Partial<TerraformResource>;
  if (TerraformResource.isTerraformResource(construct)) return type;
  if (TerraformProvider.isTerraformProvider(construct)) return type === "rblmonitor" ? "provider" : undefined;
  return [`ephemeral.${type}`, `data.${type}`].find((name) => Object.hasOwn(argumentsByType, name));
}

/** The problem of a value, apart from those in it, that the provider refuses. */
function problemOf(value: unknown, rule: Rule): string | undefined {
  const { type, kind, words, normalForm = (text) => text, isStrict } = rule;
  if (value === undefined || value === null) return missing;
  const text = String(value);
  const actual = kind && (sidKind(text) ?? reference.exec(text)?.[1]);
  if (kind && actual !== undefined && actual !== kind)
    return `is ${wordsOf(actual).withArticle}, but must be ${wordsOf(kind).withArticle}: ${text}`;
  if (type === "list" && isPlain(value))
    return "is a map, but must be a list. An aspect that sets it must skip resources whose type starts with rblmonitor_";
  // Terraform converts values of other types.
  if (isExpression(value) || !isOfType[type](value)) return undefined;
  if (words && !words.includes(text)) return `is ${JSON.stringify(text)}. Valid values: ${words.join(", ")}`;
  const problem =
    type === "text" ? textProblem(rule, isStrict ? normalForm(text) : text) : rule.problem?.(value);
  if (problem === undefined || type === "map") return problem;
  if (type === "list") return `is an empty list: it ${problem}`;
  // An address or a SID helps to find the mistake. Other texts may be secrets.
  if (type === "text") return rule.normalForm ? `is ${JSON.stringify(text)}, but ${problem}` : problem;
  return `is ${text}, but ${problem}`;
}

/** A warning of a word that JavaScript writes into a text for a missing value. It shows no text that may be secret. */
function wordWarning({ place, value }: Part, rule: Rule): string | undefined {
  const words = /(?<![^\W_])(?:undefined|null|NaN)(?![^\W_])/;
  const [word] = (typeof value === "string" && words.exec(value.replace(/[$%]\{.*\}/s, ""))) || [];
  const shown = rule.normalForm || rule === label || rule === listItem ? ` in ${JSON.stringify(value)}` : "";
  return word && `: ${place} has the word ${word}${shown}. Check whether a value of its template is missing`;
}

/** A value as Terraform sees it, and the missing elements of lists and maps, which the library drops. */
function withMissing(scope: IConstruct, value: unknown): unknown {
  if (isList(value)) return value.map((item) => withMissing(scope, item));
  return Token.isUnresolved(value) ? resolved(scope, value) : value;
}
