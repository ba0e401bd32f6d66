import { version, versionRange } from "../../../../../provider/version";
import { kinds } from "../../../../../service/kinds";
import {
  type Adoption,
  byKind,
  type Declaration,
  inParts,
  partName,
  providerOf,
  type Variable,
} from "../../declaration";
import { block } from "./block";
import { hclText } from "./text";
import { commentOf, hclValue } from "./value";

/** An adoption as files of HCL, by path. */
export function hclProject(adoption: Adoption): ReadonlyMap<string, string> {
  const { declarations, variables } = adoption;
  const kindFiles = [...byKind(declarations)].flatMap(([kind, found]) => {
    const parts = inParts(found);
    const name = kinds[kind].plural.replaceAll(" ", "_");
    return parts.map((part, index) => [
      `${partName(name, index, parts.length)}.tf`,
      blocks(part.map(resource)),
    ]);
  });
  const files: [string, string][] = [
    ["versions.tf", versions(variables)],
    ["provider.tf", provider(adoption)],
    ...(kindFiles as [string, string][]),
    ["variables.tf", blocks(variables.map(variable))],
    ["imports.tf", imports(declarations)],
  ];
  return new Map(files.filter(([, content]) => content !== ""));
}

function blocks(all: readonly string[]): string {
  return all.join("\n");
}

/** Imports are blocks since Terraform 1.5, ephemeral variables and write-only arguments work since 1.11. */
function versions(variables: readonly Variable[]): string {
  const least = variables.some(({ secret }) => secret) ? "1.11" : "1.5";
  return `terraform {
  required_version = ">= ${least}"

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

function resource({ kind, name, arguments: told }: Declaration): string {
  const body = told.map(({ attribute, value }) => {
    const comment = commentOf(value);
    return { name: attribute, value: hclValue(value), ...(comment !== undefined && { comment }) };
  });
  return block(`resource "rblmonitor_${kind}" "${name}"`, body);
}

function variable({ name, description, type, secret }: Variable): string {
  const of = (argument: string, code: string) => ({ name: argument, value: [code] });
  return block(`variable "${name}"`, [
    of("description", hclText(description)),
    of("type", type),
    ...(secret ? [of("default", "null"), of("sensitive", "true"), of("ephemeral", "true")] : []),
  ]);
}

function imports(declarations: readonly Declaration[]): string {
  if (declarations.length === 0) return "";
  const all = declarations.map(({ kind, name, id }) =>
    block("import", [
      { name: "to", value: [`rblmonitor_${kind}.${name}`] },
      { name: "id", value: [hclText(id)] },
    ]),
  );
  return `# What Terraform takes over at the first apply. Afterwards this file can go.\n\n${blocks(all)}`;
}
