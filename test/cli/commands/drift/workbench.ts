import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../src/emulator/emulator";
import { kindNames } from "../../../../src/service/kinds";
import { rawStateOf, storedObject } from "./stored-object";

/** A folder to run the command in, and accounts to run it on, for one test. */
export class Workbench {
  readonly #open: Emulator[] = [];

  private constructor(readonly folder: string) {}

  static async open(): Promise<Workbench> {
    return new Workbench(await mkdtemp(join(tmpdir(), "drift-command-")));
  }

  async close(): Promise<void> {
    for (const service of this.#open) await service.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async emulator(settings: EmulatorOptions = {}): Promise<Emulator> {
    const service = await startEmulator({ limits: "off", ...settings });
    this.#open.push(service);
    return service;
  }

  /** Writes a state of those objects, and returns the name of the file in the folder. */
  async stateFile(service: Emulator, ids: readonly string[], name = "state.json"): Promise<string> {
    const objects = ids.map((id) => {
      const kind = kindNames.find((each) => service.account.objects(each).some((one) => one.id === id));
      const object = service.account.find(id);
      if (kind === undefined || object === undefined) throw new Error(`The account has no ${id}.`);
      return { kind, attributes: storedObject(kind, object) };
    });
    await writeFile(join(this.folder, name), rawStateOf(objects));
    return name;
  }
}

/** Adds hosts, each with its name as label and tag. */
export function hosts({ account }: Emulator, ...names: readonly string[]): string[] {
  return names.map((name) => account.add("host", { host: `${name}.example.com`, name, tags: [name] }).id);
}
