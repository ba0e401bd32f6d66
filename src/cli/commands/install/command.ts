import { join } from "node:path";
import { Command } from "commander";
import { withExamples } from "../../help";
import { jsonOption } from "../../options";
import type { InstallOptions } from "./run";

/** Where the plugin lies in the package, seen from the one file that the command is built into. */
const plugin = join(__dirname, "..", "plugin");

/** `rblmonitor install`: puts the plugin where `terraform init` finds it. */
export function installCommand(): Command {
  const command = new Command("install")
    .description("put the provider where terraform init and tofu init find it")
    .option("--mirror <folder>", `put it into this folder instead of ${usual}`)
    .option("--print", "only tell what would be done, and the settings that name the folder")
    .option(...jsonOption)
    .addHelpText("after", installHelp);
  withExamples(command, [["install", "install the provider for this user"]]);
  return command.action(async () => {
    const { runInstall } = await import("./run");
    await runInstall(plugin, command.opts<InstallOptions>(), process);
  });
}

/** `rblmonitor uninstall`: takes it away again. */
export function uninstallCommand(): Command {
  const command = new Command("uninstall")
    .description("take away what rblmonitor install of the same version put there")
    .option("--mirror <folder>", `take it from this folder instead of ${usual}`)
    .option("--print", "only tell what would be done")
    .option(...jsonOption)
    .addHelpText("after", uninstallHelp);
  withExamples(command, [["uninstall", "remove this version of the provider"]]);
  return command.action(async () => {
    const { runUninstall } = await import("./run");
    await runUninstall(command.opts<InstallOptions>(), process);
  });
}

const usual = "the one where Terraform looks of its own accord";

const installHelp = `
That is ~/.terraform.d/plugins, on Windows %APPDATA%\\terraform.d\\plugins; nothing has to be configured. Terraform then
takes the provider from there alone. For another folder, Terraform's settings must name it: they are printed.
The plugin is run by Node, which must be on the PATH of terraform. On Windows nobody has tried it yet.

The exit code is 0 when it is done, and 1 after an error.

JSON: { version, platform, mirror, installed, replaced, settings, note }. installed are the folders that were made, or
would be with --print; replaced is whether there were some before; settings is what Terraform needs in its settings to
look into the folder, null where it does so anyway; note is null, or what else to know.`;

const uninstallHelp = `
Other versions, other platforms and other providers stay.

The exit code is 0 when it is done, also if there was nothing to take away, and 1 after an error.

JSON: { version, platform, mirror, removed }. removed are the folders that were there.`;
