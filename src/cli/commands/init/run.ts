import { randomUUID } from "node:crypto";
import { type PrintOptions, print } from "../../output/print";
import { type ProcessContext, shellWord } from "../../output/terminal";
import type { Template } from "../../project/application-files";
import { writeFiles } from "../../project/files";
import { copied, packageSource } from "../../project/package-source";
import { programOn } from "../../terraform-program";
import { application } from "./application";
import { configuration } from "./configuration";
import { createdText } from "./output";

export interface InitOptions extends PrintOptions {
  readonly template: Template;
}

/**
 * Writes a project, and prints what to do next.
 *
 * @param root the folder of the running package
 * @throws Error when one of the files exists, before anything is written
 */
export async function runInit(
  root: string,
  folder: string,
  { template, ...options }: InitOptions,
  process: Pick<ProcessContext, "env" | "stdout">,
): Promise<void> {
  const source = await packageSource(root);
  const program = await programOn(process.env);
  const project =
    template === "hcl"
      ? configuration(source, program)
      : application({ library: template, source, program, projectId: randomUUID() });
  const files = new Map([...project.files, ...copied(source)]);
  await writeFiles(folder, files, { remedy: "Choose an empty folder: rblmonitor init <folder>." });
  const enter = folder === "." ? [] : [`cd ${shellWord(folder)}`];
  const result = { folder, template, files: [...files.keys()], next: [...enter, ...project.next] };
  print(process, options, result, () => createdText(result));
}
