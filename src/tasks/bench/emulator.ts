import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Emulator, startEmulator } from "../../emulator/emulator";
import { kindNames } from "../../service/kinds";

export type BenchEmulator = Awaited<ReturnType<typeof startBenchEmulator>>;

/** Starts an emulator without limits, in a process of its own: its work does not delay that of the benchmark. */
export async function startBenchEmulator() {
  // The task is a single script, which exports `serve`.
  const code = `require(${JSON.stringify(__filename)}).serve()`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const answer = async () => (await once(child, "message"))[0];
  return {
    account: (await answer()) as Pick<Emulator, "url" | "accountSid" | "authToken">,
    /** Returns how many requests the emulator has got. "clear" also removes what was added to the account. */
    ask(message: "count" | "clear"): Promise<number> {
      child.send(message);
      return answer();
    },
    end: () => child.kill(),
  };
}

/** Runs in the other process: serves the account, and answers each message. */
export async function serve(): Promise<void> {
  const { account, ...emulator } = await startEmulator({ limits: "off" });
  const ids = () => kindNames.flatMap((kind) => account.objects(kind).map(({ id }) => id));
  const atFirst = new Set(ids());
  process.on("message", (message) => {
    if (message === "clear") for (const id of ids()) if (!atFirst.has(id)) account.remove(id);
    process.send?.(emulator.requests.length);
  });
  process.on("disconnect", () => process.exit());
  const { url, accountSid, authToken } = emulator;
  process.send?.({ url, accountSid, authToken });
}
