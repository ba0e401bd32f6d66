import { Command } from "commander";
import { withAccountOptions } from "../account-options";
import { jsonOption } from "../print";
import type { ImportsOptions } from "./options";

/** `rblmonitor imports`: writes import blocks for declared objects that exist already. */
export function importsCommand(): Command {
  const command = withAccountOptions(new Command("imports"))
    .description("write import blocks for planned objects that exist already, such as after a killed apply")
    .argument("[plan]", "a plan file, as `terraform plan -out` writes it")
    .option("--chdir <folder>", "folder of the configuration (default: that of the plan file, or this one)")
    .option(
      "--output <file>",
      "file to add the blocks to (default: imports.tf in the folder of the configuration)",
    )
    .option("--stdout", "print the blocks instead")
    .option(...jsonOption)
    .addHelpText("after", help);
  return command.action(async (plan: string | undefined) => {
    const { runImports } = await import("./run");
    await runImports(plan, command.opts<ImportsOptions>(), process);
  });
}

const help = `
Without a plan, the command runs \`terraform plan -refresh=false\` in the folder. It then lists the account's objects of the
planned kinds, and adds a block for each planned object that exists once and that the state does not hold. Apply to import
them. Objects that the account has several times are listed, and you choose which to import.

The exit code is 0 when it is done, and 1 after an error.

JSON: { version, file, imports, unclear }. Each of imports is { address, id }, each of unclear { address, ids }.`;
