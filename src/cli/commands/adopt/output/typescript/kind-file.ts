import { type Kind, kinds } from "../../../../../service/kinds";
import { type Argument, type Declaration, type Expression, kindsInOrder } from "../../declaration";
import { isReferredTo } from "../../tables";
import { className, collectionName, collectionType, fileName, scopeName } from "./identifiers";
import { laidOut } from "./layout";
import { haveSections, rows } from "./rows";

/** A part of a kind's objects as a module: one function that declares them, given what they refer to. */
export interface KindModule {
  readonly kind: Kind;
  /** The name of the file without its ending. */
  readonly file: string;
  /** The name of the function. */
  readonly name: string;
  /** What the function is given beside the scope. */
  readonly given: readonly string[];
  readonly content: string;
}

/**
 * The module of some declarations of a kind.
 * @param suffix tells apart the parts of a kind that is spread over several
 */
export function kindModule(kind: Kind, declarations: readonly Declaration[], suffix = ""): KindModule {
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
  const scope = `new Construct(scope, "${scopeName(kind)}${suffix}")`;
  const call = { call: "declared", arguments: [scope, className(kind), { members }] };
  const helpers = haveSections(members) ? "declared, sharing" : "declared";
  const modules = [
    ...others.map((each) => [fileName(each), `type { ${collectionType(each)} }`]),
    ["declared", `{ ${helpers} }`],
    ...(used.variables ? [["variables", "type { Variables }"]] : []),
  ].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const content = `import { ${className(kind)} } from "cdktf-provider-rblmonitor";
import { Construct } from "constructs";
${modules.map(([module, imported]) => `import ${imported} from "./${module}";\n`).join("")}
/** Declares the ${kinds[kind].plural}, each under its name in Terraform. */
export ${signature(name, parameters)} {
  return ${laidOut(call, "  ", "  return ".length)};
}
${isReferredTo(kind) ? typeOf(kind, name) : ""}`;
  return { kind, file: fileName(kind) + suffix, name, given, content };
}

/** A function's head, as formatters break it. */
function signature(name: string, parameters: readonly string[]): string {
  const line = `function ${name}(${parameters.join(", ")})`;
  if ("export ".length + line.length + " {".length <= 110) return line;
  return `function ${name}(\n${parameters.map((parameter) => `  ${parameter},\n`).join("")})`;
}

/** What other modules call the objects of a kind to which they refer. */
function typeOf(kind: Kind, name: string): string {
  return `\nexport type ${collectionType(kind)} = ReturnType<typeof ${name}>;\n`;
}

function usedBy(declarations: readonly Declaration[]): { kinds: ReadonlySet<Kind>; variables: boolean } {
  const expressions = declarations.flatMap(({ arguments: told }) => told.flatMap(expressionsIn));
  return {
    kinds: new Set(expressions.flatMap((one) => (one.is === "reference" ? [one.kind] : []))),
    variables: expressions.some(({ is }) => is === "variable"),
  };
}

function expressionsIn({ value }: Argument): readonly Expression[] {
  return value.is === "list" ? value.items : [value];
}
