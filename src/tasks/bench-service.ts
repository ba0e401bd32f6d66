import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { startEmulator } from "../emulator/emulator";

/** What is said of a host that the account is given; the rest is up to the emulator. */
type NewHost = Readonly<Record<string, unknown>> & { readonly host: string };

/** An emulator in a process of its own, so that its work is not measured as ours. */
export interface BenchService {
  account: { url: string; accountSid: string; authToken: string };
  /** Requests served so far. */
  requestCount(): Promise<number>;
  /** Gives the account that many hosts more, and returns their ids. */
  addHosts(hosts: readonly NewHost[]): Promise<readonly string[]>;
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
    close: () => child.kill(),
  };
}

/** What the other process does: serves, and answers each message with the number of requests, or the ids of new hosts. */
export async function serve(): Promise<void> {
  const service = await startEmulator({ limits: "off" });
  process.on("message", (message: "count" | readonly NewHost[]) => {
    if (message === "count") process.send?.(service.requestCount);
    else process.send?.(message.map((host) => service.account.add("host", host).id));
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ url: service.url, accountSid: service.accountSid, authToken: service.authToken });
}

async function answer(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, "message");
  return message;
}
