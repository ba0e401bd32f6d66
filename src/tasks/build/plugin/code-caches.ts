import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createCertificate } from "../../../terraform/serve/certificate";
import { pluginEnvironment } from "../../../terraform/serve/handshake";
import { connectPlugin, type PluginClient } from "../../terraform/plugin-client";

/**
 * Has a plugin write V8's compiled form of its scripts beside them.
 *
 * It is taken from a plugin that has worked, because V8 compiles functions when they are first called: taken right after
 * loading, it would hold almost none of those that a start needs.
 *
 * @param launcher JavaScript that starts the plugin and records (plugin-launcher.ts)
 * @param work has the plugin do what it will mostly do
 * @throws when the plugin does not answer
 */
export async function recordCodeCaches(
  launcher: string,
  work: (client: PluginClient) => Promise<unknown>,
): Promise<void> {
  const identity = createCertificate();
  // Predictable: the same scripts give the same code caches, which a Node without that flag takes as well.
  const plugin = spawn(process.execPath, ["--predictable", "-e", launcher], {
    // Its standard error is always a pipe: Node loads other modules for a file or a terminal, and counts them in the caches.
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

/** What a process needs of its environment, and nothing that has Node or a library do other than usual. */
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
