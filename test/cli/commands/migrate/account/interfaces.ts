import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MigrationReport } from "../../../../../src/cli/commands/migrate/account";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../../src/emulator/emulator";
import type { Kind } from "../../../../../src/service/kinds";
import type { CommandRun } from "../../../rblmonitor";
import { commandRun } from "../../drift/command";
import { rawStateOf, storedObject } from "../../drift/stored-object";

/** Called with a command that was started. */
type OnStart = (child: { kill(signal: NodeJS.Signals): unknown }) => void;

/** One account behind two interfaces, which may return different values. */
export class Interfaces {
  private constructor(
    readonly folder: string,
    readonly legacy: Emulator,
    readonly current: Emulator,
  ) {}

  /** Two copies of an account with a host, a source, a contact and what every account has. */
  static async open(settings: EmulatorOptions = {}): Promise<Interfaces> {
    const folder = await mkdtemp(join(tmpdir(), "migrate-account-"));
    const [one, other] = [join(folder, "one.account"), join(folder, "other.account")];
    const options = { limits: "off", ...settings } as const;
    const first = await startEmulator({ ...options, data: one });
    first.account.add("host", { host: "mx.example.com", name: "Mail" });
    first.account.add("source", { host: "bl.example.com", type: "rbl" });
    first.account.add("contact", { contact: "ops@example.com", type: "email" });
    await first.close();
    await copyFile(one, other);
    const legacy = await startEmulator({ ...options, data: one });
    return new Interfaces(folder, legacy, await startEmulator({ ...options, data: other }));
  }

  async close(): Promise<void> {
    await this.legacy.close();
    await this.current.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The id of the one object of that kind that the account was given. */
  id(kind: "host" | "source" | "contact"): string {
    const own = this.current.account.objects(kind).find((object) => !("custom" in object) || object.custom);
    if (own === undefined) throw new Error(`The account has no ${kind}.`);
    return own.id;
  }

  /** A change of an object, as both versions return it. */
  change(id: string, fields: Readonly<Record<string, unknown>>): void {
    for (const { account } of [this.legacy, this.current]) account.change(id, fields);
  }

  /** Writes a state of those objects as they are now, and returns its name in the folder. */
  async stateOf(...ids: readonly string[]): Promise<string> {
    const all: readonly Kind[] = ["host", "source", "contact", "contact_group", "certificate_profile"];
    const objects = ids.map((id) => {
      const kind = all.find((each) => this.current.account.objects(each).some((one) => one.id === id));
      const object = this.current.account.find(id);
      if (kind === undefined || object === undefined) throw new Error(`The account has no ${id}.`);
      return { kind, attributes: storedObject(kind, object) };
    });
    await writeFile(join(this.folder, "state.json"), rawStateOf(objects));
    return "state.json";
  }

  run(...args: readonly string[]): Promise<CommandRun> {
    return this.runUntil(undefined, ...args);
  }

  /** Runs the command, with a callback at its start to send it signals. */
  runUntil(onStart: OnStart | undefined, ...args: readonly string[]): Promise<CommandRun> {
    const { accountSid, authToken, url } = this.current;
    const environment = { RBLMONITOR_LEGACY_BASE_URL: this.legacy.legacyUrl };
    return commandRun({ url, accountSid, authToken }, ["migrate", ...args], {
      ...{ cwd: this.folder, environment },
      ...(onStart && { onStart }),
    });
  }

  /** Runs the command for a JSON report. @throws Error with its words when it ends with an error */
  async report(...args: readonly string[]): Promise<MigrationReport & { readonly code: number | null }> {
    const { code, stderr, stdout } = await this.run("--json", ...args);
    if (code !== 0 && code !== 2) throw new Error(`rblmonitor migrate ended with ${code}: ${stderr}`);
    return { code, ...(JSON.parse(stdout) as MigrationReport) };
  }
}
