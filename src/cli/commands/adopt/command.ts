import { Command, Option } from "commander";
import { kindNames } from "../../../service/kinds";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { withSelectionOptions, withStateOptions } from "../../options";

export function adoptCommand(): Command {
  const command = new Command("adopt")
    .description("generate code for an account's objects; applying it imports them without changes")
    .addOption(
      new Option(
        "--template <template>",
        "code for CDK Terrain, CDKTF, or HCL (default: hcl in a folder with a configuration in HCL, else cdktn)",
      ).choices(["cdktn", "cdktf", "hcl"]),
    )
    .option("--output <folder>", "folder to write into; created if it does not exist", "adopted")
    .option("--force", "replace existing files");
  withSelectionOptions(withStateOptions(command), kindNames)
    .option(
      "--undeclared <file>",
      "report of `rblmonitor drift --json`: write only its unmanaged objects; - is standard input",
    )
    .option("--collapse-subnets", "write hosts with equal settings that fill a subnet as one host");
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).adopt);
}

const help = {
  about: [
    "With --state or --chdir, the command leaves out the objects that these states hold. Without them, it leaves out those that the state of the configuration in the folder of --output holds. If another state manages an object, do not import it: use a data source instead. With a state, it also leaves out default profiles and groups, which every account has, unless --kind names their kind.",
    "An application uses this package as it was installed here. A package that is not from npm is copied into it.",
  ],
  examples: [
    ["adopt --template hcl", "write the whole account as HCL to ./adopted"],
    ["adopt --chdir production", "write the objects that the state of this configuration does not hold"],
  ],
  json: `{ version, folder, files, others, adopted, left_out, notes, requests, next }. adopted has the number of objects of each
kind. Each of left_out is { kind, id, label, reason }. next has the commands to run.`,
} as const;
