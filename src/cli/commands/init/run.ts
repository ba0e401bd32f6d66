import { type PrintOptions, print } from "../../output/print";
import { type ProcessContext, printable, shellWord } from "../../output/terminal";
import { linesOf } from "../../output/text";
import type { Template } from "../../project/application-files";
import { writeFiles } from "../../project/files";
import { gitignoreFor, ignoreNotes } from "../../project/git-ignore";
import { packageRoot, packageSource } from "../../project/package-source";
import { programOn } from "../../terraform-program";
import { application, configuration } from "./templates";

export interface InitOptions extends PrintOptions {
  readonly template: Template;
}

/**
 * Writes a project, and prints what to do next.
 * @throws Error when one of the files exists, before anything is written
 */
export async function init(
  folder: string,
  { template, ...options }: InitOptions,
  process: Pick<ProcessContext, "env" | "stdout">,
  root = packageRoot,
): Promise<void> {
  const source = await packageSource(root);
  const program = await programOn(process.env, folder);
  const [written, next] =
    template === "hcl" ? configuration(source, program) : application(template, source, program);
  const rules = await gitignoreFor(folder, template, process.env);
  const files = new Map([...written, ...rules, ...source.files]);
  const added = await writeFiles(folder, files, "Choose an empty folder: rblmonitor init <folder>.");
  const enter = folder === "." ? [] : [`cd ${shellWord(folder)}`];
  const result = { folder, template, files: [...files.keys()], next: [...enter, ...next] };
  const lines = [
    `Wrote a ${names[template]} to ${folder === "." ? "this folder" : printable(folder)}:`,
    ...result.files.map((file) => `  ${file}`),
    ...(await ignoreNotes(folder, added, process.env)),
    "",
    "Next, set RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.",
    "Without an account, `rblmonitor emulator` runs one on this machine. Then run:",
    ...result.next.map((command) => `  ${printable(command)}`),
  ];
  print(process, options, result, () => linesOf(lines));
}

const names: Readonly<Record<Template, string>> = {
  cdktn: "CDK Terrain application",
  cdktf: "CDKTF application",
  hcl: "Terraform configuration",
};
