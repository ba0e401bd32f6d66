import { spawn } from "node:child_process";
import { once } from "node:events";
import { startEmulator } from "../../emulator/emulator";
import type { Fault } from "../../emulator/faults";
import type { EmulatorOptions } from "../../emulator/options";
import { type Kind, kindNames } from "../../service/kinds";
import { type PluginSource, type TerraformWorkspace, terraformWorkspace } from "../terraform/workspace";

/** The given attributes of a new object; the emulator adds the others. */
type NewObject = Readonly<Record<string, unknown>>;

/** The cost of some work. */
export interface Cost {
  readonly seconds: number;
  readonly requests: number;
}

/** An emulator in another process, so that its work does not count as ours, and workspaces for its account. */
export interface BenchService {
  readonly account: { readonly url: string; readonly accountSid: string; readonly authToken: string };
  /** Does some work, and measures its cost. */
  cost(work: () => Promise<unknown>): Promise<Cost>;
  /** Adds objects to the account, and returns their ids. */
  add(kind: Kind, objects: readonly NewObject[]): Promise<readonly string[]>;
  /** Removes everything from the account that it did not have at the start. */
  clear(): Promise<void>;
  /** Arms a fault for later requests. */
  arm(fault: Fault): Promise<void>;
  /** A workspace with a configuration, ready to plan. By default it takes the built plugin by `dev_overrides`. */
  workspace(configuration: string, plugin?: PluginSource): Promise<TerraformWorkspace>;
}

/** Starts the emulator for some work, by default without limits, and removes it and its workspaces afterwards. */
export async function withBenchService<Result>(
  work: (service: BenchService) => Promise<Result>,
  limits: Limits = "off",
): Promise<Result> {
  // The task is a single script, which exports `serve`.
  const code = `require(${JSON.stringify(__filename)}).serve(${JSON.stringify(limits)})`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const answer = async (): Promise<unknown> => (await once(child, "message"))[0];
  const ask = (message: Message): Promise<unknown> => {
    child.send(message);
    return answer();
  };
  const account = (await answer()) as BenchService["account"];
  const workspaces: TerraformWorkspace[] = [];
  try {
    return await work({
      account,
      async cost(work) {
        const before = Number(await ask("count"));
        const start = performance.now();
        await work();
        const seconds = (performance.now() - start) / 1000;
        return { seconds, requests: Number(await ask("count")) - before };
      },
      add: async (kind, objects) => (await ask({ kind, objects })) as string[],
      clear: async () => void (await ask("clear")),
      arm: async (fault) => void (await ask(fault)),
      async workspace(configuration, plugin) {
        const workspace = await terraformWorkspace({
          files: { "main.tf": configuration },
          account,
          ...(plugin && { plugin }),
        });
        workspaces.push(workspace);
        // Without a mirror there is nothing to install, and an init would ask a registry.
        if (plugin && "mirror" in plugin) await workspace.succeed("init");
        return workspace;
      },
    });
  } finally {
    child.kill();
    for (const workspace of workspaces) await workspace.remove();
  }
}

type Limits = NonNullable<EmulatorOptions["limits"]>;

/** A question to the other process, objects to add, or a fault to arm. */
type Message = "count" | "clear" | { readonly kind: Kind; readonly objects: readonly NewObject[] } | Fault;

/** Runs in the other process: serves the account, and answers each message. */
export async function serve(limits: Limits): Promise<void> {
  const service = await startEmulator({ limits });
  const { account } = service;
  const ids = () => kindNames.flatMap((kind) => account.objects(kind).map(({ id }) => id));
  const atFirst = new Set(ids());
  const answerTo = (message: Message): unknown => {
    if (message === "count") return service.requestCount;
    if (message === "clear") for (const id of ids()) if (!atFirst.has(id)) account.remove(id);
    if (typeof message === "string") return message;
    if ("objects" in message) return message.objects.map((object) => account.add(message.kind, object).id);
    service.faults.arm(message);
    return "armed";
  };
  process.on("message", (message: Message) => process.send?.(answerTo(message)));
  process.on("disconnect", () => process.exit());
  process.send?.({ url: service.url, accountSid: service.accountSid, authToken: service.authToken });
}
