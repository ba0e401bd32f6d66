import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createCertificate } from "../terraform/serve/certificate";
import { pluginEnvironment } from "../terraform/serve/handshake";
import { connectPlugin } from "./plugin-client";
import { recordingLauncher } from "./plugin-launcher";

/**
 * Writes V8's compiled form of the plugin's script beside it.
 *
 * It is taken from a plugin at work, after the handshake and one answered call, because V8 compiles functions when they
 * are first called: taken right after loading, it would hold almost none of those that a start needs.
 *
 * @param folder where the script lies
 * @param script its name without extension
 * @throws when the plugin does not answer
 */
export async function recordCodeCache(folder: string, script: string): Promise<void> {
  const identity = createCertificate();
  // Predictable: the same script gives the same code cache, which a Node without that flag takes as well.
  const plugin = spawn(process.execPath, ["--predictable", "-e", recordingLauncher(folder, script)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ...pluginEnvironment(), PLUGIN_CLIENT_CERT: identity.certificate },
  });
  try {
    const client = connectPlugin(await firstLine(plugin), identity);
    await client.call("getProviderSchema", {});
    client.close();
    plugin.send("record");
    await once(plugin, "message");
  } finally {
    plugin.kill();
  }
}

async function firstLine(plugin: ChildProcess): Promise<string> {
  if (plugin.stdout !== null) {
    for await (const line of createInterface(plugin.stdout)) return line;
  }
  throw new Error("The plugin ended without a handshake: its reason stands above");
}
