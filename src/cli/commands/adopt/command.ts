import { Command, Option } from "commander";
import { kindList, kindNames } from "../../account/kinds";
import { withAccountOptions } from "../../account/options";
import { append } from "../../options";
import type { AdoptOptions } from "./run";

/** `rblmonitor adopt`: writes the code of what an account has. */
export function adoptCommand(): Command {
  const command = withAccountOptions(new Command("adopt"))
    .description("write the code of what an account has; applying it imports everything and changes nothing")
    .addOption(
      new Option("--language <language>", "what to write: a CDKTF application, or HCL")
        .choices(["typescript", "hcl"])
        .default("typescript"),
    )
    .option("--output <folder>", "folder to write into; it is made if it is not there", "adopted")
    .option("--stdout", "print the code instead, in one piece; HCL only")
    .option("--force", "replace files that are there already")
    .option(
      "--kind <kinds>",
      `only objects of these kinds; repeat for several, or separate them by commas`,
      kindList(kindNames),
    )
    .option(
      "--tag <tag>",
      "only objects that have the tag; repeat for several, of which one is enough",
      append,
    )
    .option(
      "--undeclared <file>",
      "leave out what a state holds (terraform show -json), or take what a report of rblmonitor drift --format json calls undeclared; repeat for several",
      append,
    )
    .option(
      "--collapse-subnets",
      "declare hosts with the same settings that fill a subnet as one host, which is imported by its CIDR",
    )
    .addHelpText("after", `\nKinds: ${kindNames.join(", ")}.`);
  return command.action(async () => {
    const { adopt } = await import("./run");
    await adopt(command.opts<AdoptOptions>(), process.env, process);
  });
}
