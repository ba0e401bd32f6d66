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
  return !(await isOn(PATH, "terraform")) && (await isOn(PATH, "tofu")) ? "tofu" : "terraform";
}

async function isOn(path: string, program: string): Promise<boolean> {
  const files = path
    .split(delimiter)
    .flatMap((folder) => [join(folder, program), join(folder, `${program}.exe`)]);
  const found = await Promise.all(
    files.map((file) =>
      access(file, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
