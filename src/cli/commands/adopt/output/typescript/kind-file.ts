import { type Kind, kinds } from "../../../../../service/kinds";
import { byName } from "../../../../output/order";
import type { Library } from "../../../../project/application-files";
import { type Argument, commentOf, type Declaration, type Expression, kindsInOrder } from "../../declaration";
import { isMovedFrom, isReferredTo, referenceAttributes } from "../../expressions";
import {
  type Code,
  camelCase,
  className,
  collectionName,
  collectionType,
  constructText,
  fileName,
  laidOut,
  type Member,
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
  readonly parameters: readonly string[];
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
  const name = `declare${collectionType(kind)}${suffix.replace("-", "")}`;
  const members = rows(kind, declarations);
  const typed = new Map([
    ...others.map((each) => [collectionName(each), collectionType(each)] as const),
    ...(used.variables ? [["variables", "Variables"] as const] : []),
  ]);
  const parameters = ["scope: Construct", ...[...typed].map(([parameter, type]) => `${parameter}: ${type}`)];
  const head = { call: `function ${name}`, arguments: parameters };
  const scope = `new Construct(scope, "${scopeName(kind)}${suffix}")`;
  const call = { call: "declared", arguments: [scope, className(kind), { members }] };
  const helpers = haveSections(members) ? "declared, sharing" : "declared";
  const modules = [
    ...others.map((each) => [fileName(each), `type { ${collectionType(each)} }`]),
    ["declared", `{ ${helpers} }`],
    ...(used.variables ? [["variables", "type { Variables }"]] : []),
  ].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const content = `import { Construct } from "constructs";
import { ${className(kind)} } from "rblmonitor/${library}";
${modules.map(([module, imported]) => `import ${imported} from "./${module}";\n`).join("")}
/** Declares the ${kinds[kind].plural}, each under its name in Terraform. */
export ${laidOut(head, "", "export ".length, " {".length)} {
  return ${laidOut(call, "  ", "  return ".length)};
}
${isReferredTo(kind) ? typeOf(kind, name) : ""}`;
  return { kind, file: fileName(kind) + suffix, name, parameters: [...typed.keys()], content };
}

/** The type by which other modules refer to the objects of a kind. */
function typeOf(kind: Kind, name: string): string {
  return `\nexport type ${collectionType(kind)} = ReturnType<typeof ${name}>;\n`;
}

function usedBy(declarations: readonly Declaration[]): { kinds: ReadonlySet<Kind>; variables: boolean } {
  const expressions = declarations.flatMap(({ arguments: reported }) => reported.flatMap(expressionsIn));
  return {
    kinds: new Set(
      expressions.flatMap((expression) => (expression.is === "reference" ? [expression.kind] : [])),
    ),
    variables: expressions.some(({ is }) => is === "variable"),
  };
}

function expressionsIn({ value }: Argument): readonly Expression[] {
  return value.is === "list" ? value.items : [value];
}

/** This many objects with the same references are a section, which has the references once. */
const minSection = 3;

/** The objects of a kind as the members of a table: those that refer to the same profile and groups together. */
function rows(kind: Kind, declarations: readonly Declaration[]): readonly Member[] {
  const shared = referenceAttributes(kind);
  // The sources of a profile are what distinguishes it: profiles do not share them.
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
        declaration.arguments.filter((argument) => !isShared(argument)),
      ),
    );
  }
  const whole = new Map(
    declarations.map((declaration) => [declaration.name, row(declaration, declaration.arguments)]),
  );
  const spread = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { common, members }]) => {
      if (key !== "{}" && members.length >= minSection)
        return [{ code: { call: "...sharing", arguments: [common, { members }] } }];
      alone.push(...members.flatMap(({ key: name = "" }) => whole.get(name) ?? []));
      return [];
    });
  return [...spread, ...alone.sort((a, b) => byName(a.key ?? "", b.key ?? ""))];
}

function haveSections(members: readonly Member[]): boolean {
  return members.some(({ key }) => key === undefined);
}

function row({ kind, name }: Declaration, reported: readonly Argument[]): Member {
  const lifecycle = { key: "lifecycle", code: { members: [{ key: "createBeforeDestroy", code: "true" }] } };
  return { key: name, code: objectOf(reported, isMovedFrom(kind) ? [lifecycle] : []) };
}

function objectOf(reported: readonly Argument[], more: readonly Member[] = []): Code {
  const members = reported.map(({ attribute, value }) => ({
    key: camelCase(attribute),
    code: codeOf(value),
    comment: commentOf(value),
  }));
  return { members: [...members, ...more] };
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
