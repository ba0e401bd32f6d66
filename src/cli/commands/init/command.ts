import { Command, Option } from "commander";
import { running, withHelp } from "../../help";

export function initCommand(): Command {
  const command = new Command("init")
    .description("write a new project that monitors a host, in TypeScript or HCL")
    .argument("[folder]", "folder to write into; created if it does not exist", ".")
    .addOption(
      new Option("--template <template>", "CDK Terrain, CDKTF, or HCL")
        .choices(["cdktn", "cdktf", "hcl"])
        .default("cdktn"),
    );
  return running(withHelp(command, help), async () => (await import("./run")).init);
}

const help = {
  about: [
    "The project declares a host, a monitoring profile, and a contact group with a contact. It has tests that need no account, and a GitHub workflow that runs them. Existing files are never replaced. An existing .gitignore gets the lines that it lacks. Run the printed commands next.",
    "The project uses this package as it was installed here. A package that is not from npm is copied into the project.",
  ],
  examples: [["init monitoring --template hcl", "write an HCL project to ./monitoring"]],
  json: "{ folder, template, files, next }. files has the paths that were written, next the commands to run.",
} as const;
