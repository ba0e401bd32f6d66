import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { withProviderOption } from "../../options";

export function importsCommand(): Command {
  const command = new Command("imports")
    .description("write import blocks for planned objects that exist already, such as after a killed apply")
    .argument(
      "[plan]",
      "a plan file, or the output of `terraform show -json <plan file>`; - is standard input",
    )
    .option("--chdir <folder>", "folder of the configuration (default: that of the plan file, or this one)")
    .option(
      "--output <file>",
      "file to add the blocks to (default: imports.tf in the folder of the configuration)",
    )
    .option("--stdout", "print the blocks instead");
  withProviderOption(command);
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).imports);
}

const help = {
  about: [
    "Without a plan, the command runs `terraform plan -refresh=false` in the folder. It then lists the account's objects of the planned kinds, and adds a block for each planned object that exists once and that the state does not hold. Apply to import them. If several objects match, the command lists them for you to choose. The command cannot see whether another state manages an object: use a data source for that object instead.",
  ],
  examples: [
    ["imports", "write import blocks for what a killed apply created"],
    ["imports change.tfplan --stdout", "print the blocks for a plan file"],
  ],
  json: "{ version, file, imports, unclear }. Each of imports is { address, id }, each of unclear { address, ids }.",
} as const;
