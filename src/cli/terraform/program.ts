import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The program that a user types. */
export type Program = "terraform" | "tofu";

/** OpenTofu, if `TERRAFORM_BINARY_NAME` names it, or it is on the PATH and Terraform is not. */
export async function programOn({
  TERRAFORM_BINARY_NAME: named,
  PATH = "",
}: NodeJS.ProcessEnv): Promise<Program> {
  if (named) return /tofu[^/\\]*$/.test(named) ? "tofu" : "terraform";
  return !(await onPath("terraform", PATH)) && (await onPath("tofu", PATH)) ? "tofu" : "terraform";
}

/** The file of a program in the folders of a PATH. */
export async function onPath(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, process.platform === "win32" ? `${name}.exe` : name);
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return file;
  }
  return undefined;
}
