import { accessSync, constants } from "node:fs";
import { basename, delimiter, join } from "node:path";

/**
 * The program that a user of this environment runs, by the name to type: `terraform`, `tofu`, or what TERRAFORM_BINARY_NAME
 * names. Without any, `terraform`.
 */
export function terraformProgram({ TERRAFORM_BINARY_NAME: named, PATH = "" }: NodeJS.ProcessEnv): string {
  if (named) return programName(named);
  return ["terraform", "tofu"].find((name) => isOnPath(name, PATH)) ?? "terraform";
}

/** The name of an executable: `tofu` of `/usr/bin/tofu` or `tofu.exe`. */
export function programName(executable: string): string {
  return basename(executable).replace(/\.exe$/i, "");
}

function isOnPath(name: string, path: string): boolean {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return path.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, file)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
