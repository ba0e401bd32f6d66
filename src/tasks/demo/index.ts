import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmulator } from "../../emulator/emulator";
import { build } from "../build";
import { coloured } from "../paint";
import { runApp } from "../run-app";
import { terraformWorkspace } from "../terraform/workspace";
import { DemoStage } from "./stage";
import { type DemoStep, demoSteps } from "./steps";

const NEXT = `What to type next:
  npm run synth                       write the example's Terraform configuration into cdktf.out/
  npm test -- test/lib                see how the constructs are tested
  dist/cli/rblmonitor emulator        run the service on this machine, to try your own configuration against
  less README.md                      how to use it, here and with an account of your own
`;

/**
 * Shows the main job with a real terraform: the example is planned, applied, changed behind Terraform's back, repaired
 * and destroyed against an emulated account. Fails when any step is not as it should be.
 */
export async function run(): Promise<void> {
  await build();
  const out = await mkdtemp(join(tmpdir(), "demo-"));
  const service = await startEmulator();
  const workspace = await terraformWorkspace({
    folder: join(out, "stacks", "mail-fleet"),
    plugin: { mirror: "dist/mirror" },
    account: service,
    color: coloured(),
  });
  const stage = new DemoStage(service, workspace);
  process.on("SIGINT", stage.interrupt);
  try {
    stage.say(`An emulated account is served at ${service.url}; nothing leaves this machine.`);
    await synthesise(out);
    for (const [index, step] of demoSteps(service.account).entries()) await play(stage, step, index + 1);
    stage.summary();
    process.stdout.write(`\n${NEXT}`);
  } catch (error) {
    process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    process.off("SIGINT", stage.interrupt);
    await service.close();
    await workspace.remove();
    await rm(out, { recursive: true, force: true });
  }
}

/** In that folder, since CDKTF has the state beside the app unless a backend is named. */
async function synthesise(out: string): Promise<void> {
  const app = resolve("dist/examples/mail-fleet/main.js");
  const code = await runApp(app, { cwd: out, environment: { CDKTF_OUTDIR: out } });
  if (code !== 0) throw new Error("the example could not be synthesised");
}

async function play(stage: DemoStage, step: DemoStep, number: number): Promise<void> {
  stage.begin(`${number}. ${step.title}`, step.explanation);
  await step.play(stage);
  stage.end(step.title);
}
