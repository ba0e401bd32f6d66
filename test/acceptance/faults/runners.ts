import { systemClock } from "../../../src/client/clock";
import type { Emulator } from "../../../src/emulator/emulator";
import { type CommandResult, declared, openDrivenAccount } from "../../core/driven-account";
import { openAccount } from "../account";
import { resource } from "../resource-block";
import { instances } from "../state-file";
import { outputOf } from "../terraform-messages";

type Attributes = Readonly<Record<string, unknown>>;

/** Who applies the configurations of an account: the real terraform, or the driver. */
export interface Runner {
  readonly service: Emulator;
  /** Writes the configuration: attributes by address without `rblmonitor_`, and settings of the provider. */
  write(blocks: Readonly<Record<string, Attributes>>, provider?: Attributes): Promise<void>;
  plan(): Promise<CommandResult>;
  apply(): Promise<CommandResult>;
  /** Applies a plan, and does something between the two. */
  applyAfter(act: () => void): Promise<CommandResult>;
  /** Applies a plan, with a plugin that terraform starts; `interrupt` is Ctrl-C. */
  applyInterrupted?(arm: (interrupt: () => void) => void): Promise<CommandResult>;
  /** What the state has, by address. */
  stored(): Promise<ReadonlyMap<string, { readonly attributes: Attributes; readonly status?: string }>>;
}

/** An account for the driver. */
export async function driver(): Promise<Runner> {
  const { service, core, write, plan, tryApply, applyAfter } = await openDrivenAccount();
  return {
    ...{ service, plan, applyAfter },
    write: async (blocks, provider = {}) => write({ resources: declared(blocks), provider }),
    apply: () => tryApply(),
    stored: async () =>
      new Map(
        Object.entries(core.state).flatMap(([address, { current }]) =>
          current === undefined
            ? []
            : [[address, { ...current, attributes: JSON.parse(current.attributes) }]],
        ),
      ),
  };
}

/** An account for the real terraform. Its plugin and its service have real clocks. */
export async function terraform(): Promise<Runner> {
  const account = await openAccount({}, { clock: systemClock });
  const { service, workspace } = account;
  return {
    service,
    plan: () => account.plan(),
    apply: () => account.tryApply(),
    write: (blocks, provider = {}) =>
      account.write(
        Object.entries(blocks)
          .map(([address, attributes]) => resource(...(address.split(".") as [string, string]), attributes))
          .join(""),
        Object.entries(provider)
          .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
          .join("\n"),
      ),
    async applyAfter(act) {
      await workspace.succeed("plan", "-out=planned");
      act();
      return outputOf(await workspace.run("apply", "-json", "planned"));
    },
    async applyInterrupted(arm) {
      await workspace.succeed("plan", "-out=planned");
      const { start } = await account.startingPlugins();
      arm(() => process.interrupt());
      const process = start(["apply", "-json", "planned"]);
      return outputOf(await process.finished);
    },
    stored: () => instances(workspace.folder).catch(() => new Map()),
  };
}
