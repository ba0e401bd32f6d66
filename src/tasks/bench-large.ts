import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { largeWorkspace } from "./bench-reads";
import { startBenchService } from "./bench-service";
import { multiplied } from "./large-state";
import { measured, times } from "./measured";
import { peakMemory } from "./peak-memory";
import { type TerraformWorkspace, terraformWorkspace } from "./terraform-workspace";

const HOSTS = 10_000;

/**
 * Measures plans of 10,000 hosts that have not changed, against as many `terraform_data`. The states are made up from those
 * of one object: Terraform itself would take most of an hour to apply so many.
 *
 * @param task the compiled task, for the emulator's process
 */
export async function benchLarge(rounds: number, mirror: string, task: string): Promise<readonly string[]> {
  const [service, another] = [await startBenchService(task), await startBenchService(task)];
  const memory = await peakMemory();
  const workspaces: TerraformWorkspace[] = [];
  try {
    const { workspace: hosts } = await largeWorkspace(HOSTS, service, { mirror });
    const data = await largeData(HOSTS);
    workspaces.push(hosts, data);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await secondsOfPlan(hosts));
      theirs.push(await secondsOfPlan(data));
    }
    const weighed = await largeWorkspace(HOSTS, another, {
      mirror,
      environment: memory.environment,
    });
    workspaces.push(weighed.workspace);
    await memory.take();
    await secondsOfPlan(weighed.workspace);
    const cells = [
      rounds,
      measured(ours, 2),
      measured(theirs, 2),
      times(ours, theirs),
      (await memory.take()).toFixed(0),
    ];
    return [
      `Plans of ${HOSTS} hosts that have not changed, in seconds: medians, in brackets the least and the most; of ratios, that of the least. Goal: at most 300 MB.`,
      "",
      "| hosts | rounds | s | s for terraform_data | times | peak memory of a plugin, MB |",
      "|---:|---:|---:|---:|---:|---:|",
      `| ${HOSTS} | ${cells.join(" | ")} |`,
    ];
  } finally {
    for (const workspace of workspaces) await workspace.remove();
    await memory.remove();
    service.close();
    another.close();
  }
}

async function secondsOfPlan(workspace: TerraformWorkspace): Promise<number> {
  const start = performance.now();
  const { code, stdout, stderr } = await workspace.run("plan", "-detailed-exitcode");
  if (code !== 0) throw new Error(`terraform plan ended with ${code}:\n${stdout}${stderr}`);
  return (performance.now() - start) / 1000;
}

/** One object of terraform's own, applied, and then as many in the state. */
async function largeData(count: number): Promise<TerraformWorkspace> {
  const workspace = await terraformWorkspace({ files: { "main.tf": configuration(1) } });
  const { code, stderr } = await workspace.run("apply", "-auto-approve");
  if (code !== 0) throw new Error(`terraform apply ended with ${code}:\n${stderr}`);
  const file = join(workspace.folder, "terraform.tfstate");
  const state = await readFile(file, "utf8");
  const { resources } = JSON.parse(state) as {
    resources: { name: string; instances: { attributes: { input: { value: object; type: unknown } } }[] }[];
  };
  const input = resources.find(({ name }) => name === "mail")?.instances[0]?.attributes.input;
  const instances = Array.from({ length: count }, (_, n) => {
    const own = { ...input, value: { ...input?.value, host: `mail-${n}.example.com`, name: `mail ${n}` } };
    return { id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, input: own, output: own };
  });
  await writeFile(file, multiplied(state, "mail", instances));
  await workspace.write("main.tf", configuration(count));
  return workspace;
}

function configuration(count: number): string {
  return `
resource "terraform_data" "ops" { input = { name = "Operations" } }
resource "terraform_data" "profile" { input = { name = "Mail", frequency = "weekly" } }
resource "terraform_data" "mail" {
  count = ${count}
  input = {
    host           = "mail-\${count.index}.example.com"
    name           = "mail \${count.index}"
    profile        = terraform_data.profile.id
    contact_groups = [terraform_data.ops.id]
  }
}
`;
}
