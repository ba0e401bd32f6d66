import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createCertificate } from "../terraform/serve/certificate";
import { pluginEnvironment } from "../terraform/serve/handshake";
import { median } from "./median";

/** At most this many times the start of an empty Node. */
const GOAL = 1.6;

/**
 * Measures the time from the plugin's start to its handshake line against `node -e 0`, in turns, so that whatever else
 * the machine does falls on both.
 */
export async function benchStart(rounds: number): Promise<readonly string[]> {
  const environment = quietEnvironment();
  const empty: number[] = [];
  const plugin: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const times = [await emptyStart(environment), await pluginStart(environment)] as const;
    // The first rounds only warm the file cache.
    if (round < 0) continue;
    empty.push(times[0]);
    plugin.push(times[1]);
  }
  const ratio = median(plugin) / median(empty);
  return [
    `Start, medians of ${rounds}, goal: at most ${GOAL} times`,
    "",
    "| | ms | times `node -e 0` |",
    "|---|---:|---:|",
    `| \`node -e 0\` | ${median(empty).toFixed(1)} | 1.00 |`,
    `| plugin, to its handshake line | ${median(plugin).toFixed(1)} | ${ratio.toFixed(2)} |`,
  ];
}

/** Without what loads more into every Node, which says nothing of the plugin. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, ...environment } = process.env;
  return { ...environment, ...pluginEnvironment(), PLUGIN_CLIENT_CERT: createCertificate().certificate };
}

async function emptyStart(env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { env, stdio: "ignore" }), "exit");
  return performance.now() - start;
}

async function pluginStart(env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  const child = spawn(resolve("dist/plugin/terraform-provider-rblmonitor"), {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const time = performance.now() - start;
  child.kill();
  await once(child, "exit");
  return time;
}
