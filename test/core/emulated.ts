import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/emulator";
import { Core } from "./core";
import { RblmonitorPlugin } from "./rblmonitor";

const closing: (() => Promise<void>)[] = [];

/** An emulated account without request limits, whose checks end at once as all waits of the plugins do, and a core on it. */
export async function emulatedCore(
  settings: EmulatorOptions = {},
): Promise<{ service: Emulator; core: Core; plugin: RblmonitorPlugin }> {
  const service = await startEmulator({ limits: "off", checkDuration: 0, ...settings });
  const plugin = new RblmonitorPlugin(service);
  closing.push(
    () => service.close(),
    () => plugin.close(),
  );
  return { service, plugin, core: new Core({ start: plugin.start }) };
}

/** Ends the accounts of a test, for `afterEach`. */
export async function closeEmulated(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}
