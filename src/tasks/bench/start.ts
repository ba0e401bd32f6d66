import { spawn } from "node:child_process";
import { once } from "node:events";
import { connectPlugin, environmentOf } from "../../cli/commands/install/record/record";
import { type Certificate, createCertificate } from "../../terraform/tools";
import type { BenchPlugin } from "./plugins";
import { measured, row, times } from "./report";

/** The measured steps of a plugin's life, in milliseconds: from one to the next. */
type Life = Awaited<ReturnType<typeof live>>;

/**
 * Measures the life of a plugin process that returns its schema, and of `node -e 0`. They take turns, so that other work of
 * the machine affects all of them. The table also shows the start and the end of each plugin's runtime, which every plugin
 * needs.
 */
export async function benchStart(rounds: number, plugins: readonly BenchPlugin[]): Promise<string[]> {
  const identity = createCertificate();
  const env = environmentOf(identity);
  const contestants = plugins.map((plugin) => ({ plugin, empty: [] as number[], lives: [] as Life[] }));
  for (let round = -2; round < rounds; round++) {
    for (const { plugin, empty, lives } of contestants) {
      const started = await emptyStart(plugin.runtime.command, env);
      const lived = await live(plugin.command, env, identity);
      // The first rounds only fill the file cache.
      if (round < 0) continue;
      empty.push(started);
      lives.push(lived);
    }
  }
  const node = contestants[0]?.empty ?? [];
  const rows = contestants.flatMap(({ plugin, empty, lives }) => {
    const of = (step: keyof Life) => lives.map((life) => life[step]);
    const [handshake, answer, exit] = [of("handshake"), of("answer"), of("exit")];
    return [
      row(`\`${plugin.runtime.name} -e 0\`, to its end`, measured(empty, 1), times(empty, node), "", ""),
      row(
        plugin.name,
        measured(handshake, 1),
        times(handshake, node),
        measured(answer, 1),
        measured(exit, 1),
      ),
    ];
  });
  return [
    `Start, in ms: medians of ${rounds}, in brackets the least and the most; of ratios, that of the least. Goals: on Node 1.35 times, as an executable 0.6 times \`node -e 0\`.`,
    "",
    "| | to the handshake | times `node -e 0` | to the first answer, GetProviderSchema | to the end, after a stop |",
    "|---|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function emptyStart(runtime: string, env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await once(spawn(runtime, ["-e", "0"], { env, stdio: "ignore" }), "exit");
  return performance.now() - start;
}

async function live(command: string, env: NodeJS.ProcessEnv, identity: Certificate) {
  const start = performance.now();
  const plugin = spawn(command, { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(plugin, "exit");
  // The plugin writes the whole line in one call.
  const [line] = (await once(plugin.stdout, "data")) as [Buffer];
  const announced = performance.now();
  const client = connectPlugin(line.toString(), identity);
  await client.call("getProviderSchema", {});
  const answered = performance.now();
  await client.shutDown();
  await ended;
  const exit = performance.now() - answered;
  client.close();
  return { handshake: announced - start, answer: answered - announced, exit };
}
