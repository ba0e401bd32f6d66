import { version, versionRange } from "../../../../provider/version";
import { kinds } from "../../../../service/kinds";
import {
  type Adoption,
  byKind,
  commentOf,
  type Declaration,
  type Expression,
  inParts,
  partName,
  providerOf,
  type Variable,
} from "../declaration";
import { isMovedFrom } from "../expressions";
import { wellFormed, withEscapes } from "./plain-text";

/** An adoption as files of HCL, by path. */
export function hclProject(adoption: Adoption): ReadonlyMap<string, string> {
  const { declarations, variables } = adoption;
  const kindFiles = [...byKind(declarations)].flatMap(([kind, ofKind]) => {
    const parts = inParts(ofKind);
    const name = kinds[kind].plural.replaceAll(" ", "_");
    return parts.map((part, index) => {
      const file = `${partName(name, index, parts.length)}.tf`;
      return [file, blocks(part.map(resource))] as const;
    });
  });
  const files = [
    ["versions.tf", versions(variables)],
    ["provider.tf", provider(adoption)],
    ...kindFiles,
    ["variables.tf", blocks(variables.map(variable))],
    ["imports.tf", imports(declarations)],
  ] as const;
  return new Map(files.filter(([, content]) => content !== ""));
}

function blocks(all: readonly string[]): string {
  return all.join("\n");
}

/** Imports are blocks since Terraform 1.5, ephemeral variables and write-only arguments work since 1.11. */
function versions(variables: readonly Variable[]): string {
  const minVersion = variables.some(({ secret }) => secret) ? "1.11" : "1.5";
  return `terraform {
  required_version = ">= ${minVersion}"

  required_providers {
    rblmonitor = {
      source  = "rblmonitor/rblmonitor"
      version = "${versionRange(version)}"
    }
  }
}
`;
}

function provider(adoption: Adoption): string {
  const { comment, version } = providerOf(adoption);
  const body = version === undefined ? [] : [{ name: "api_version", value: [hclText(version)] }];
  return `# ${comment}\n${block('provider "rblmonitor"', body)}`;
}

function resource({ kind, name, arguments: reported }: Declaration): string {
  const body = reported.map(({ attribute, value }) => ({
    name: attribute,
    value: hclValue(value),
    comment: commentOf(value),
  }));
  const text = block(`resource "rblmonitor_${kind}" "${name}"`, body);
  return isMovedFrom(kind) ? text.replace(/}\n$/, lifecycle) : text;
}

const lifecycle = `
  lifecycle {
    create_before_destroy = true
  }
}
`;

/** The values of the credentials, as Terraform reads them; undefined without any. */
export function credentialsFile({ variables }: Adoption): string | undefined {
  const values = variables.flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value: [hclText(value)] }],
  );
  if (values.length === 0) return undefined;
  return `# Credentials: keep this file out of version control.\n${argumentLines(values)
    .map((line) => `${line}\n`)
    .join("")}`;
}

function variable({ name, description, type, secret }: Variable): string {
  const body = {
    description: hclText(description),
    type,
    ...(secret && { default: "null", sensitive: "true", ephemeral: "true" }),
  };
  return block(
    `variable "${name}"`,
    Object.entries(body).map(([argument, code]) => ({ name: argument, value: [code] })),
  );
}

function imports(declarations: readonly Declaration[]): string {
  if (declarations.length === 0) return "";
  const all = declarations.map(({ kind, name, id }) =>
    block("import", [
      { name: "to", value: [`rblmonitor_${kind}.${name}`] },
      { name: "id", value: [hclText(id)] },
    ]),
  );
  return `# Imported by the first apply. Delete this file afterwards.\n\n${blocks(all)}`;
}

const maxWidth = 100;

/** An expression of HCL in lines; the first comes behind the equals sign. */
function hclValue(expression: Expression): readonly string[] {
  if (expression.is !== "list") return [single(expression)];
  const items = expression.items.map((item) => ({ code: single(item), comment: commentOf(item) }));
  const line = `[${items.map(({ code }) => code).join(", ")}]`;
  if (line.length <= maxWidth && items.every(({ comment }) => comment === undefined)) return [line];
  // SIDs are of one length, so that comments behind them stand under each other by themselves.
  const lines = items.map(({ code, comment }) => `  ${code},${comment === undefined ? "" : ` # ${comment}`}`);
  return ["[", ...lines, "]"];
}

function single(expression: Expression): string {
  switch (expression.is) {
    case "text":
      return hclText(expression.text);
    case "literal":
      return String(expression.value);
    case "reference":
      return `rblmonitor_${expression.kind}.${expression.name}.id`;
    case "variable":
      return `var.${expression.name}`;
    case "list":
      return `[${expression.items.map(single).join(", ")}]`;
  }
}

/** An argument of a block: its value in lines, and a comment behind it. */
interface HclArgument {
  readonly name: string;
  readonly value: readonly string[];
  readonly comment?: string | undefined;
}

/** A block as `terraform fmt` lays it out; `head` is all that stands before the brace. */
function block(head: string, body: readonly HclArgument[]): string {
  if (body.length === 0) return `${head} {}\n`;
  return `${head} {\n${argumentLines(body)
    .map((line) => `  ${line}\n`)
    .join("")}}\n`;
}

/** Equals signs of neighbours stand under each other, but not those of values that take several lines. */
function argumentLines(body: readonly HclArgument[]): readonly string[] {
  const runs: HclArgument[][] = [[]];
  for (const argument of body) {
    if (argument.value.length > 1) runs.push([argument], []);
    else runs.at(-1)?.push(argument);
  }
  return runs.flatMap((run) => {
    const width = Math.max(...run.map(({ name }) => name.length));
    return run.flatMap((argument) => linesOf(argument, width));
  });
}

function linesOf({ name, value, comment }: HclArgument, width: number): readonly string[] {
  const [first = "", ...others] = value;
  const behind = comment === undefined ? "" : ` # ${comment}`;
  return [`${name.padEnd(width)} = ${first}${others.length === 0 ? behind : ""}`, ...others];
}

/** A text as an HCL string that evaluates to it: nothing in it ends the string, and nothing is a template. */
export function hclText(text: string): string {
  const quoted = wellFormed(text)
    .replace(/[\\"]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&");
  return `"${withEscapes(quoted, (digits) => `\\U${digits.padStart(8, "0")}`)}"`;
}
