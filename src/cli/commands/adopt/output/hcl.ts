import { join } from "node:path";
import { version, versionRange } from "../../../../provider/version";
import { kinds } from "../../../../service/kinds";
import { printable } from "../../../output/terminal";
import { configurationIn } from "../../../project/configuration";
import type { ProjectFiles } from "../../../project/files";
import { credentialsName } from "../../../project/git-ignore";
import type { Adoption } from "../adoption";
import {
  type Argument,
  byKind,
  commentBehind,
  type Declaration,
  type Language,
  providerOf,
  textItem,
  type Variable,
  valueLines,
} from "../declaration";
import { isReferredTo } from "../expressions";
import { wellFormed, withEscapes } from "./plain-text";

/**
 * An adoption as files of HCL, by path.
 * @param needed as {@link neededProviderFiles} returns them
 */
export function hclProject(adoption: Adoption, needed: readonly string[]): ProjectFiles {
  const { declarations, variables } = adoption;
  const files = [
    ["versions.tf", needed.includes("versions.tf") ? versions : ""],
    ["provider.tf", needed.includes("provider.tf") ? provider(adoption) : ""],
    ...[...byKind(declarations)].map(
      ([kind, ofKind]) => [`${kinds[kind].pluralName}.tf`, ofKind.map(resource).join("\n")] as const,
    ),
    ["variables.tf", variables.map(variable).join("\n")],
    ["imports.tf", imports(declarations)],
    [credentialsName, credentialsFile(adoption)],
  ] as const;
  return new Map<string, string>(files.filter(([, content]) => content !== ""));
}

/** The files that say which provider the code uses. */
export const providerFiles: readonly string[] = ["versions.tf", "provider.tf"];

const ownSource = /\bsource\s*=\s*"?([\w.:-]+\/)?rblmonitor\/rblmonitor(?![\w-])/;

/**
 * Those of them that the folder needs: a module must have neither two default configurations of a provider nor two blocks
 * `required_providers`.
 * @throws Error that names a file whose block lacks the provider
 */
export async function neededProviderFiles(folder: string): Promise<readonly string[]> {
  const present = new Set<string>();
  for (const { name, blocks } of await configurationIn(folder)) {
    if (providerFiles.includes(name)) continue;
    const ofProvider = blocks.filter(({ path }) => path === "provider rblmonitor");
    if (ofProvider.some(({ text }) => !/^\s*alias\s*=/m.test(text))) present.add("provider.tf");
    const required = blocks.filter(({ path }) => path.startsWith("terraform required_providers"));
    if (required.length === 0) continue;
    if (!required.some(({ text }) => ownSource.test(text)))
      throw new Error(
        `${printable(join(folder, name))} has required_providers without rblmonitor/rblmonitor, and a second block is not allowed. Add the provider there, or choose another folder with --output.`,
      );
    present.add("versions.tf");
  }
  return providerFiles.filter((name) => !present.has(name));
}

/** Imports are blocks since Terraform 1.5. */
const versions = `terraform {
  required_version = ">= 1.5"

  required_providers {
    rblmonitor = {
      source  = "rblmonitor/rblmonitor"
      version = "${versionRange(version)}"
    }
  }
}
`;

function provider(adoption: Adoption): string {
  const { comment, version } = providerOf(adoption);
  const body = version === undefined ? [] : [{ name: "api_version", value: textItem(version) }];
  return `# ${comment}\n${block('provider "rblmonitor"', body)}`;
}

const language: Language = {
  comment: "#",
  text: hclText,
  unchecked: hclText,
  reference: (kind, name) => `rblmonitor_${kind}.${name}.id`,
  variable: (name) => `var.${name}`,
};

const maxWidth = 100;

function resource({ kind, name, arguments: body }: Declaration): string {
  const text = block(`resource "rblmonitor_${kind}" "${name}"`, body);
  // Users of the object move before it is destroyed. The constructs do that by default.
  return isReferredTo(kind) && kind !== "source" ? text.replace(/}\n$/, lifecycle) : text;
}

const lifecycle = `
  lifecycle {
    create_before_destroy = true
  }
}
`;

/** The values of the credentials, as Terraform reads them; empty without any. */
export function credentialsFile({ variables }: Adoption): string {
  const values = variables.flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value: textItem(value) }],
  );
  if (values.length === 0) return "";
  return `# Credentials: keep this file out of version control.\n${argumentLines(values).join("\n")}\n`;
}

function variable({ name, description, type }: Variable): string {
  return block(`variable "${name}"`, [
    { name: "description", value: textItem(description) },
    { name: "type", value: { code: () => type } },
  ]);
}

function imports(declarations: readonly Declaration[]): string {
  const all = declarations.map(({ kind, name, id }) =>
    block("import", [
      { name: "to", value: { code: () => `rblmonitor_${kind}.${name}` } },
      { name: "id", value: textItem(id) },
    ]),
  );
  return `# Imported by the first apply. Delete this file afterwards.\n\n${all.join("\n")}`;
}

/** A block as `terraform fmt` lays it out; `head` is all that stands before the brace. */
function block(head: string, body: readonly Argument[]): string {
  if (body.length === 0) return `${head} {}\n`;
  return `${head} {\n  ${argumentLines(body).join("\n  ")}\n}\n`;
}

/** Equals signs of neighbours stand under each other, but not those of values that take several lines. */
function argumentLines(body: readonly Argument[]): readonly string[] {
  const runs: { name: string; lines: readonly string[]; comment: string }[][] = [[]];
  for (const { name, value } of body) {
    const lines = valueLines(value, language, maxWidth);
    const argument = { name, lines, comment: commentBehind(value, language) };
    if (lines.length > 1) runs.push([argument], []);
    else runs.at(-1)?.push(argument);
  }
  return runs.flatMap((run) => {
    const width = Math.max(...run.map(({ name }) => name.length));
    return run.flatMap(({ name, lines: [first = "", ...others], comment }) => [
      `${name.padEnd(width)} = ${first}${comment}`,
      ...others,
    ]);
  });
}

/** A text as an HCL string that evaluates to it: nothing in it ends the string, and nothing is a template. */
export function hclText(text: string): string {
  const quoted = wellFormed(text)
    .replace(/[\\"]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&");
  return `"${withEscapes(quoted, (digits) => `\\U${digits.padStart(8, "0")}`)}"`;
}
