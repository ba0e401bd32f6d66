import { spawn } from "node:child_process";
import { once } from "node:events";
import { createCertificate } from "../../terraform/serve/certificate";
import { pluginEnvironment } from "../../terraform/serve/handshake";
import { connectPlugin, type Identity } from "../terraform/plugin-client";
import type { BenchPlugin } from "./plugins";
import { measured, times } from "./report";

/** The steps of a plugin's life that are measured, in milliseconds. */
interface Life {
  /** From its start to its handshake line. */
  readonly handshake: number;
  /** From there to the answer to GetProviderSchema, connecting included. */
  readonly answer: number;
  /** From the request to end to its end. */
  readonly exit: number;
}

/**
 * Measures the life of a plugin process that is asked for its schema, against `node -e 0`, in turns, so that whatever else
 * the machine does falls on all. Beside each stands what its own runtime takes to start and end, which no plugin can do
 * without.
 */
export async function benchStart(
  rounds: number,
  plugins: readonly BenchPlugin[],
): Promise<readonly string[]> {
  const identity = createCertificate();
  const env = quietEnvironment(identity);
  const contestants = plugins.map((plugin) => ({ plugin, empty: [] as number[], lives: [] as Life[] }));
  for (let round = -2; round < rounds; round++) {
    for (const { plugin, empty, lives } of contestants) {
      const [started, lived] = [
        await emptyStart(plugin.runtime.command, env),
        await live(plugin.command, env, identity),
      ];
      // The first rounds only warm the file cache.
      if (round < 0) continue;
      empty.push(started);
      lives.push(lived);
    }
  }
  const node = contestants[0]?.empty ?? [];
  const rows = contestants.flatMap(({ plugin, empty, lives }) => {
    const of = (step: keyof Life) => lives.map((life) => life[step]);
    const cells = [
      measured(of("handshake"), 1),
      times(of("handshake"), node),
      measured(of("answer"), 1),
      measured(of("exit"), 1),
    ];
    return [
      `| \`${plugin.runtime.name} -e 0\`, to its end | ${measured(empty, 1)} | ${times(empty, node)} | | |`,
      `| ${plugin.name} | ${cells.join(" | ")} |`,
    ];
  });
  return [
    `Start, in ms: medians of ${rounds}, in brackets the least and the most; of ratios, that of the least. Goals: on Node 1.35 times, as an executable 0.6 times \`node -e 0\`.`,
    "",
    "| | to the handshake | times `node -e 0` | to the first answer, GetProviderSchema | to the end, when told to |",
    "|---|---:|---:|---:|---:|",
    ...rows,
  ];
}

/** Without what loads more into every Node, which says nothing of the plugin. */
function quietEnvironment({ certificate }: Identity): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, ...environment } = process.env;
  return { ...environment, ...pluginEnvironment(), PLUGIN_CLIENT_CERT: certificate };
}

async function emptyStart(runtime: string, env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await once(spawn(runtime, ["-e", "0"], { env, stdio: "ignore" }), "exit");
  return performance.now() - start;
}

async function live(command: string, env: NodeJS.ProcessEnv, identity: Identity): Promise<Life> {
  const start = performance.now();
  const plugin = spawn(command, { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(plugin, "exit");
  // The line comes whole, as it is written at once.
  const [line] = (await once(plugin.stdout, "data")) as [Buffer];
  const said = performance.now();
  const client = connectPlugin(line.toString(), identity);
  await client.call("getProviderSchema", {});
  const answered = performance.now();
  client.shutDown();
  await ended;
  const exit = performance.now() - answered;
  client.close();
  return { handshake: said - start, answer: answered - said, exit };
}
