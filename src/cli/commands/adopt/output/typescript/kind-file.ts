import { type Kind, kinds } from "../../../../../service/kinds";
import { byName } from "../../../../output/order";
import type { Library } from "../../../../project/application-files";
import { type Argument, commentOf, type Declaration, type Expression, kindsInOrder } from "../../declaration";
import { isReferredTo, referenceAttributes } from "../../tables";
import { type Code, laidOut, type Member } from "./layout";
import {
  camelCase,
  className,
  collectionName,
  collectionType,
  constructText,
  fileName,
  scopeName,
} from "./syntax";

/** A part of a kind's objects as a module: one function that declares them, given what they refer to. */
export interface KindModule {
  readonly kind: Kind;
  /** The name of the file without its ending. */
  readonly file: string;
  /** The name of the function. */
  readonly name: string;
  /** The parameters of the function after the scope. */
  readonly given: readonly string[];
  readonly content: string;
}

/**
 * The module of some declarations of a kind.
 * @param suffix distinguishes the parts of a kind that has several
 */
export function kindModule(
  kind: Kind,
  declarations: readonly Declaration[],
  library: Library,
  suffix = "",
): KindModule {
  const used = usedBy(declarations);
  const others = kindsInOrder.filter((each) => used.kinds.has(each));
  const given = [...others.map(collectionName), ...(used.variables ? ["variables"] : [])];
  const name = `declare${collectionType(kind)}${suffix.replace("-", "")}`;
  const members = rows(kind, declarations);
  const parameters = [
    "scope: Construct",
    ...others.map((each) => `${collectionName(each)}: ${collectionType(each)}`),
    ...(used.variables ? ["variables: Variables"] : []),
  ];
  const head = { call: `function ${name}`, arguments: parameters };
  const scope = `new Construct(scope, "${scopeName(kind)}${suffix}")`;
  const call = { call: "declared", arguments: [scope, className(kind), { members }] };
  const helpers = haveSections(members) ? "declared, sharing" : "declared";
  const modules = [
    ...others.map((each) => [fileName(each), `type { ${collectionType(each)} }`]),
    ["declared", `{ ${helpers} }`],
    ...(used.variables ? [["variables", "type { Variables }"]] : []),
  ].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const content = `import { ${className(kind)} } from "rblmonitor/${library}";
import { Construct } from "constructs";
${modules.map(([module, imported]) => `import ${imported} from "./${module}";\n`).join("")}
/** Declares the ${kinds[kind].plural}, each under its name in Terraform. */
export ${laidOut(head, "", "export ".length, " {".length)} {
  return ${laidOut(call, "  ", "  return ".length)};
}
${isReferredTo(kind) ? typeOf(kind, name) : ""}`;
  return { kind, file: fileName(kind) + suffix, name, given, content };
}

/** What other modules call the objects of a kind to which they refer. */
function typeOf(kind: Kind, name: string): string {
  return `\nexport type ${collectionType(kind)} = ReturnType<typeof ${name}>;\n`;
}

function usedBy(declarations: readonly Declaration[]): { kinds: ReadonlySet<Kind>; variables: boolean } {
  const expressions = declarations.flatMap(({ arguments: reported }) => reported.flatMap(expressionsIn));
  return {
    kinds: new Set(expressions.flatMap((one) => (one.is === "reference" ? [one.kind] : []))),
    variables: expressions.some(({ is }) => is === "variable"),
  };
}

function expressionsIn({ value }: Argument): readonly Expression[] {
  return value.is === "list" ? value.items : [value];
}

/** From this many objects with the same references on, a section has the references once. */
const leastInSection = 3;

/** The objects of a kind as the members of a table: those that refer to the same profile and groups together. */
function rows(kind: Kind, declarations: readonly Declaration[]): readonly Member[] {
  const shared = referenceAttributes(kind);
  // Which sources a profile checks is what makes the profile, and no row of it is like another.
  const isShared = ({ attribute }: Argument) => kind !== "monitoring_profile" && shared.has(attribute);
  const sections = new Map<string, { common: Code; members: Member[] }>();
  const alone: Member[] = [];
  for (const declaration of declarations) {
    const common = objectOf(declaration.arguments.filter(isShared));
    const key = laidOut(common);
    const section = sections.get(key) ?? { common, members: [] };
    sections.set(key, section);
    section.members.push(
      row(
        declaration,
        declaration.arguments.filter((one) => !isShared(one)),
      ),
    );
  }
  const whole = new Map(declarations.map((one) => [one.name, row(one, one.arguments)]));
  const spread = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { common, members }]) => {
      if (key !== "{}" && members.length >= leastInSection)
        return [{ code: { call: "...sharing", arguments: [common, { members }] } }];
      alone.push(...members.flatMap(({ key: name = "" }) => whole.get(name) ?? []));
      return [];
    });
  return [...spread, ...alone.sort((a, b) => byName(a.key ?? "", b.key ?? ""))];
}

/** Whether the rows have sections. */
function haveSections(members: readonly Member[]): boolean {
  return members.some(({ key }) => key === undefined);
}

function row({ name }: Declaration, reported: readonly Argument[]): Member {
  return { key: name, code: objectOf(reported) };
}

function objectOf(reported: readonly Argument[]): Code {
  return {
    members: reported.map(({ attribute, value }) => ({
      key: camelCase(attribute),
      code: codeOf(value),
      comment: commentOf(value),
    })),
  };
}

function codeOf(expression: Expression): Code {
  switch (expression.is) {
    case "text":
      return constructText(expression.text);
    case "literal":
      return String(expression.value);
    case "reference":
      return `${collectionName(expression.kind)}.${expression.name}.id`;
    case "variable":
      return `variables.${expression.name}.value`;
    case "list":
      return { list: expression.items.map((item) => ({ code: codeOf(item), comment: commentOf(item) })) };
  }
}
