import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type Certificate, createCertificate, pluginEnvironment } from "../../../../terraform/tools";
import { connectPlugin, type PluginConnection } from "./plugin-client";

/**
 * Makes a plugin write V8's code caches of its scripts, for this Node.
 *
 * The plugin works first, because V8 compiles a function at its first call: right after loading, the caches would contain
 * almost none of the functions that a start needs.
 *
 * @param executable the script that starts the plugin
 * @param folder the place of the caches
 * @param work makes the plugin do its usual work
 * @throws Error when the plugin does not answer
 */
export async function recordCodeCaches(
  executable: string,
  folder: string,
  work: (plugin: PluginConnection) => Promise<unknown>,
): Promise<void> {
  const identity = createCertificate();
  const env = { ...environmentOf(identity), RBLMONITOR_RECORD_CODE_CACHES: folder };
  const plugin = spawn(process.execPath, [executable], { stdio: ["ignore", "pipe", "ignore"], env });
  const ended = once(plugin, "close");
  try {
    const client = connectPlugin(await firstLine(plugin.stdout), identity);
    try {
      await work(client);
      await client.shutDown();
    } finally {
      client.close();
    }
    await ended;
  } finally {
    plugin.kill();
  }
}

/**
 * The environment of a plugin that accepts a client. Of ours, it has the variables that a process needs, and none that changes
 * what Node or a library does.
 */
export function environmentOf({ certificate }: Certificate): NodeJS.ProcessEnv {
  const needed = new Set(["PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"]);
  const plain = Object.entries(process.env).filter(([name]) => needed.has(name.toUpperCase()));
  return { ...Object.fromEntries(plain), ...pluginEnvironment(), PLUGIN_CLIENT_CERT: certificate };
}

async function firstLine(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) return line;
  throw new Error("The plugin ended without a handshake");
}
