import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { endByInterrupt, interruptible } from "../../cli/interrupt";
import { systemError } from "../../cli/output/system-error";
import { paintFor } from "../../cli/output/terminal";
import { inTemporaryFolder } from "../../cli/project/folders";
import { programOn } from "../../cli/terraform-program";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/emulator";
import { build } from "../build";
import { runProgram } from "../programs";
import { findTerraform } from "../real-terraform/find";
import {
  inOwnGroup,
  pluginEnvironment,
  type TerraformWorkspace,
  terraformWorkspace,
} from "../real-terraform/workspace";

/**
 * Shows what the product is for, with the real command line, a real terraform and the account of an example company that
 * `rblmonitor emulator --demo` serves. Fails when a step does not end as it should. However it ends, it leaves nothing behind.
 */
export async function run(): Promise<void> {
  const stop = new AbortController();
  const isRead = ({ code }: NodeJS.ErrnoException) => code === "EPIPE";
  process.stdout.on("error", (error) =>
    stop.abort(isRead(error) ? undefined : systemError("write to standard output", error)),
  );
  try {
    // First, since building is in vain without it.
    const terraform = await findTerraform();
    await runProgram(terraform, ["version"]).catch((error) => {
      throw systemError(`run ${terraform}`, error);
    });
    await build();
    const play = (folder: string) => {
      // Also the programs that the demo runs leave nothing elsewhere, however they end.
      process.env.TMPDIR = folder;
      return runDemo(folder, (text) => process.stdout.write(text), stop.signal);
    };
    const interrupt = () => stop.abort();
    await interruptible(process, interrupt, () => inTemporaryFolder(play));
  } catch (error) {
    const reason: Error = stop.signal.aborted ? stop.signal.reason : error;
    // An interrupt is not a failure. Neither is a reader that has read enough, such as `head`.
    if (reason.name !== "AbortError") {
      process.stderr.write(`demo failed: ${reason.message}\n`);
      process.exitCode = 1;
    }
  }
  endByInterrupt();
}

/**
 * A command of the demo: how it is typed, what it must print, and its exit code if that is not 0. Of the output of terraform, only
 * the lines of the result are shown.
 */
type DemoCommand = readonly [command: string, prints: RegExp, code?: number];

/** A step of the demo: changes to the files, and the commands. */
interface DemoStep {
  readonly title: string;
  /** Whose account and files: those of the example company, or the empty account of the example in TypeScript. */
  readonly place: "company" | "fleet";
  prepare?(folder: string): Promise<void>;
  readonly commands: readonly DemoCommand[];
}

/** The example in TypeScript, and where its Terraform configuration is written. */
const app = "dist/examples/mail-fleet/main.js";
const synthesised = join("stacks", "mail-fleet");

const resultLine =
  /^(?:(?:Terraform|OpenTofu) has been|Plan:|Apply complete!|Destroy complete!|No changes\.)/;

/** The steps of the demo. Each shows something to act on, or that it was done. */
export const demoSteps: readonly DemoStep[] = [
  {
    title: "What needs action in the account of an example company",
    place: "company",
    commands: [
      ["rblmonitor report", /listed/i],
      ["rblmonitor listings", /^192\.0\.2\.21 /m],
      ["rblmonitor certificates", /shop\.example\.com.*expired/],
    ],
  },
  {
    title: "Bring the account under Terraform: everything is imported, nothing changes",
    place: "company",
    commands: [
      ["rblmonitor adopt --template hcl --output .", /imports/i],
      ["terraform init", /successfully initialized/],
      ["terraform apply -auto-approve", /[1-9]\d* to import, 0 to add, 0 to change, 0 to destroy/],
      ["terraform plan -detailed-exitcode", /No changes\./],
    ],
  },
  {
    title: "A colleague pauses a mail server outside of Terraform, and drift shows it",
    place: "company",
    commands: [
      ["rblmonitor pause mx1 --yes", /paused/],
      ["rblmonitor drift", /paused.*false.*true/, 2],
    ],
  },
  {
    title: "Review a pull request that removes a listed host; the plan also resumes the mail server",
    place: "company",
    prepare: removeNewsletter,
    commands: [
      ["terraform plan -out=change.tfplan -detailed-exitcode", /0 to add, 1 to change, 1 to destroy/, 2],
      ["rblmonitor review change.tfplan", /on a blocklist now/],
    ],
  },
  {
    title: "Apply it: the account is as declared again",
    place: "company",
    commands: [
      ["terraform apply change.tfplan", /1 changed, 1 destroyed/],
      ["rblmonitor drift", /./],
    ],
  },
  {
    title: "Declare a fleet of mail servers in TypeScript, in an empty account",
    place: "fleet",
    commands: [
      [`node ${app}`, /^$/],
      ["terraform init", /successfully initialized/],
      ["terraform apply -auto-approve", /15 added, 0 changed/],
      ["terraform plan -detailed-exitcode", /No changes\./],
    ],
  },
  {
    title: "Destroy it: the account is empty again",
    place: "fleet",
    commands: [["terraform destroy -auto-approve", /15 destroyed/]],
  },
];

const next = `What to type next:
  dist/cli/rblmonitor emulator --demo   serve the company's account, to try the commands and your own configuration
  npm run synth                         write the Terraform configuration of examples/mail-fleet into cdktf.out/
  less README.md                        how to use it, here and with an account of your own
`;

/**
 * Plays the demo in an empty folder.
 * @param print gets what a person is to see
 * @param signal ends the demo early
 * @throws Error when a step does not end or print as it should, and the reason of the signal
 */
export async function runDemo(folder: string, print: (text: string) => void, signal: AbortSignal) {
  const paint = paintFor(process.stdout, process.env);
  const terraform = await findTerraform();
  const program = await programOn({ TERRAFORM_BINARY_NAME: terraform });
  await inPlace(join(folder, "company"), { demo: true }, (company) =>
    inPlace(join(folder, synthesised), {}, async (fleet) => {
      const places = { company, fleet };
      print(`$ rblmonitor emulator --demo &     # ${company.account.url}\n`);
      for (const [index, step] of demoSteps.entries()) {
        const { workspace, account } = places[step.place];
        print(`\n${paint("bold", paint("green", `${index + 1}. ${step.title}`))}\n`);
        await step.prepare?.(workspace.folder);
        for (const command of step.commands) {
          print(`\n${paint("bold", `$ ${command[0].replace(/^terraform/, program)}`)}\n`);
          const environment = { CDKTF_OUTDIR: folder, TERRAFORM_BINARY_NAME: terraform };
          const env = pluginEnvironment({ account, environment });
          print(await outputOf(command, workspace, env, signal));
        }
      }
      print(`\n${next}`);
    }),
  );
}

/** Serves an account and opens a folder in which Terraform works on it, and ends both afterwards. */
async function inPlace(
  folder: string,
  options: EmulatorOptions,
  work: (place: { workspace: TerraformWorkspace; account: Emulator }) => Promise<void>,
): Promise<void> {
  const account = await startEmulator(options);
  try {
    const workspace = await terraformWorkspace({ folder, plugin: { mirror: "dist/mirror" }, account });
    await work({ workspace, account }).finally(workspace.remove);
  } finally {
    await account.close();
  }
}

/** Runs a command, and returns the output to show. @throws Error unless it ends and prints as it should */
async function outputOf(
  [command, prints, code = 0]: DemoCommand,
  workspace: TerraformWorkspace,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const [program, ...args] = command.split(" ");
  const isTerraform = program === "terraform";
  const script = program === "node" ? [resolve(app)] : [resolve("dist/cli/rblmonitor"), ...args];
  // CDKTF on Node 22 and later warns of a function that only CDKTF can replace.
  const node = ["--disable-warning=DEP0044", ...script];
  const { finished, interrupt } = isTerraform
    ? workspace.start(args)
    : inOwnGroup(process.execPath, node, { cwd: workspace.folder, env });
  signal.addEventListener("abort", interrupt);
  const result = await finished.finally(() => signal.removeEventListener("abort", interrupt));
  signal.throwIfAborted();
  const output = result.stdout + result.stderr;
  if (result.code !== code || !prints.test(output))
    throw new Error(`${command} ended with ${result.code} and printed:\n${output}`);
  if (!isTerraform) return result.stdout;
  const lines = output.split("\n").filter((line) => resultLine.test(line));
  return `${lines.join("\n")}\n`;
}

/** Removes a host from the configuration, and the import blocks that are done with. */
async function removeNewsletter(folder: string): Promise<void> {
  const file = join(folder, "hosts.tf");
  const text = await readFile(file, "utf8");
  const changed = text.replace(/^resource "rblmonitor_host" "newsletter" \{\n(?:.*\n)*?\}\n/m, "");
  if (changed === text) throw new Error("hosts.tf has no host newsletter");
  await writeFile(file, changed);
  await rm(join(folder, "imports.tf"));
}
