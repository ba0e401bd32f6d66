import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { startEmulator } from "../../emulator/emulator";
import { type Kind, kinds } from "../../service/kinds";

/** What is said of a host that the account is given; the rest is up to the emulator. */
type NewHost = Readonly<Record<string, unknown>> & { readonly host: string };

/** An emulator in a process of its own, so that its work is not measured as ours. */
export interface BenchService {
  account: { url: string; accountSid: string; authToken: string };
  /** Requests served so far. */
  requestCount(): Promise<number>;
  /** Gives the account that many hosts more, and returns their ids. */
  addHosts(hosts: readonly NewHost[]): Promise<readonly string[]>;
  /** Leaves in the account what it had at first. */
  clear(): Promise<void>;
  close(): void;
}

/** Starts it, from the compiled task that exports `serve`. */
export async function startBenchService(task: string): Promise<BenchService> {
  const code = `require(${JSON.stringify(task)}).serve()`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const account = (await answer(child)) as BenchService["account"];
  return {
    account,
    async requestCount() {
      child.send("count");
      return Number(await answer(child));
    },
    async addHosts(hosts) {
      child.send(hosts);
      return (await answer(child)) as string[];
    },
    async clear() {
      child.send("clear");
      await answer(child);
    },
    close: () => child.kill(),
  };
}

/** What it may be asked for, or hosts to add. */
type Message = "count" | "clear" | readonly NewHost[];

/** What the other process does: serves, and answers each message. */
export async function serve(): Promise<void> {
  const service = await startEmulator({ limits: "off" });
  const { account } = service;
  const ids = () =>
    (Object.keys(kinds) as Kind[]).flatMap((kind) => account.objects(kind).map(({ id }) => id));
  const atFirst = new Set(ids());
  const clear = () => {
    for (const id of ids()) if (!atFirst.has(id)) account.remove(id);
    return "cleared";
  };
  process.on("message", (message: Message) => {
    if (message === "count") process.send?.(service.requestCount);
    else if (message === "clear") process.send?.(clear());
    else process.send?.(message.map((host) => account.add("host", host).id));
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ url: service.url, accountSid: service.accountSid, authToken: service.authToken });
}

async function answer(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, "message");
  return message;
}
