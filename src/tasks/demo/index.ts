import { join, resolve } from "node:path";
import { paintFor, plain } from "../../cli/output/terminal";
import { startEmulator } from "../../emulator/emulator";
import { build } from "../build";
import { inTemporaryFolder } from "../files";
import { runApp } from "../synth";
import { terraformWorkspace } from "../terraform/workspace";
import { DemoStage } from "./stage";
import { demoSteps } from "./steps";

const NEXT = `What to type next:
  npm run synth                       write the example's Terraform configuration into cdktf.out/
  npm test -- test/lib                see how the constructs are tested
  dist/cli/rblmonitor emulator        run the service on this machine, to try your own configuration against
  less README.md                      how to use it, here and with an account of your own
`;

/**
 * Shows the main job with a real terraform and an emulated account: it plans, applies, changes outside of Terraform, repairs
 * and destroys the example. Fails when the result of any step is not the expected one.
 */
export async function run(): Promise<void> {
  await build();
  await inTemporaryFolder(play);
}

async function play(out: string): Promise<void> {
  const service = await startEmulator();
  const workspace = await terraformWorkspace({
    folder: join(out, "stacks", "mail-fleet"),
    plugin: { mirror: "dist/mirror" },
    account: service,
    color: paintFor(process.stdout, process.env) !== plain,
  });
  const stage = new DemoStage(service, workspace);
  process.on("SIGINT", stage.interrupt);
  try {
    stage.say(`An emulated account is served at ${service.url}; nothing leaves this machine.`);
    await synthesise(out);
    for (const [index, step] of demoSteps(service.account).entries()) await stage.play(step, index + 1);
    stage.summary();
    stage.say(`\n${NEXT.trimEnd()}`);
  } catch (error) {
    process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    process.off("SIGINT", stage.interrupt);
    await service.close();
    await workspace.remove();
  }
}

/** Runs in the output folder, since CDKTF puts the state next to the app unless the stack names a backend. */
async function synthesise(out: string): Promise<void> {
  const app = resolve("dist/examples/mail-fleet/main.js");
  const code = await runApp(app, { cwd: out, environment: { CDKTF_OUTDIR: out } });
  if (code !== 0) throw new Error("the example could not be synthesised");
}
