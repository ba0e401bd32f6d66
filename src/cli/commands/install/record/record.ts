import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createCertificate, pluginEnvironment } from "../../../../terraform/tools";
import { connectPlugin, type PluginCalls } from "./plugin-client";

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
  work: (plugin: PluginCalls) => Promise<unknown>,
): Promise<void> {
  const identity = createCertificate();
  const plugin = spawn(process.execPath, [executable], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...plainEnvironment(),
      ...pluginEnvironment(),
      PLUGIN_CLIENT_CERT: identity.certificate,
      RBLMONITOR_RECORD_CODE_CACHES: folder,
    },
  });
  const ended = once(plugin, "close");
  try {
    const client = connectPlugin(await firstLine(plugin), identity);
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

/** The variables that a process needs, without those that change what Node or a library does. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const needed = new Set(["PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.has(name.toUpperCase())));
}

async function firstLine(plugin: ChildProcess): Promise<string> {
  if (plugin.stdout !== null) {
    for await (const line of createInterface(plugin.stdout)) return line;
  }
  throw new Error("The plugin ended without a handshake");
}
