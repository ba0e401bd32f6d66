import { join } from "node:path";
import { Command } from "commander";
import { running, withHelp } from "../../help";

/** The folder of the plugin in the package, seen from the one file that the command is built into. */
const plugin = join(__dirname, "..", "plugin");

export function installCommand(): Command {
  const command = new Command("install")
    .description("install the provider where terraform init and tofu init find it")
    .option("--mirror <folder>", `install into this folder instead of ${usual}`)
    .option("--print", "only print what would be done, and the CLI configuration that names the folder");
  return running(withHelp(command, installHelp), async () =>
    (await import("./run")).install.bind(undefined, plugin),
  );
}

export function uninstallCommand(): Command {
  const command = new Command("uninstall")
    .description("remove the provider that rblmonitor install of the same version installed")
    .option("--mirror <folder>", `remove it from this folder instead of ${usual}`)
    .option("--print", "only print what would be done");
  return running(withHelp(command, uninstallHelp), async () =>
    (await import("./run")).uninstall.bind(undefined, [plugin, __dirname]),
  );
}

const usual = "Terraform's default plugin directory";

const installHelp = {
  about: [
    "The default directory is ~/.terraform.d/plugins, on Windows %APPDATA%\\terraform.d\\plugins. It needs no configuration, and Terraform then installs the provider only from there. Another folder must be named in Terraform's CLI configuration: the command prints the lines.",
    "Node runs the plugin and must be on the PATH of terraform. Windows is untested.",
  ],
  examples: [["install", "install the provider for this user"]],
  json: `{ version, platform, mirror, installed, replaced, settings, note }. installed has the folders that were created, or
would be with --print. replaced is whether some existed before. settings has the CLI configuration that the folder needs,
else null. note is null or a remark.`,
} as const;

const uninstallHelp = {
  about: ["Other versions, platforms and providers stay. It is not an error if nothing is installed."],
  examples: [["uninstall", "remove this version of the provider"]],
  json: "{ version, platform, mirror, removed }. removed has the folders that existed.",
} as const;
