import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createCertificate, pluginEnvironment } from "../../../terraform/tools";
import { connectPlugin, type PluginClient } from "../../terraform/plugin-client";

/**
 * Makes a plugin write V8's code caches of its scripts.
 *
 * The plugin works first, because V8 compiles a function at its first call: right after loading, the caches would contain
 * almost none of the functions that a start needs.
 *
 * @param launcher JavaScript that starts the plugin and records (launcher.ts)
 * @param work makes the plugin do its usual work
 * @throws when the plugin does not answer
 */
export async function recordCodeCaches(
  launcher: string,
  work: (client: PluginClient) => Promise<unknown>,
): Promise<void> {
  const identity = createCertificate();
  // Predictable: the same scripts give the same code caches. A Node without this flag accepts them, too.
  const plugin = spawn(process.execPath, ["--predictable", "-e", launcher], {
    // Standard error is always a pipe: for a file or a terminal, Node loads other modules, which changes the caches.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...plainEnvironment(), ...pluginEnvironment(), PLUGIN_CLIENT_CERT: identity.certificate },
  });
  plugin.stderr?.pipe(process.stderr);
  try {
    const client = connectPlugin(await firstLine(plugin), identity);
    await work(client);
    client.close();
    plugin.send("record");
    await once(plugin, "message");
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
  throw new Error("The plugin ended without a handshake: its reason stands above");
}
