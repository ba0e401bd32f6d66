import { printable } from "../../output/terminal";
import type { Template } from "../../project/application-files";

/** A project that was written. */
interface Created {
  readonly folder: string;
  readonly template: Template;
  readonly files: readonly string[];
  readonly next: readonly string[];
}

const names: Readonly<Record<Template, string>> = {
  cdktn: "CDK Terrain application",
  cdktf: "CDKTF application",
  hcl: "Terraform configuration",
};

/** The project, for people. */
export function createdText({ folder, template, files, next }: Created): string {
  const lines = [
    `Wrote a ${names[template]} to ${folder === "." ? "this folder" : printable(folder)}:`,
    ...files.map((file) => `  ${file}`),
    "",
    "Next, set the account: RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN. Without an account,",
    "`rblmonitor emulator` runs one on this machine. Then run:",
    ...next.map((command) => `  ${printable(command)}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
