import { type Client, createClient } from "../../src/client/client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/emulator";
import { KindReader } from "../../src/snapshot/kind-reader";

/** Waits for nothing: between attempts there is nothing to wait for here. */
const clock = { now: Date.now, sleep: async () => undefined, random: () => 0 };

const open: { close(): Promise<void> }[] = [];

/** Ends the accounts of a test, for `afterEach`. */
export async function closeAccounts(): Promise<void> {
  for (const each of open.splice(0)) await each.close();
}

/** An emulated account with that many hosts, and a client that reads them in pages of that size. */
export async function accountOfHosts(
  count: number,
  pageSize: number,
  settings: EmulatorOptions = {},
): Promise<{ service: Emulator; client: Client; reader: KindReader<"host">; ids: readonly string[] }> {
  const service = await startEmulator({ limits: "off", ...settings });
  const { url: baseUrl, accountSid, authToken } = service;
  const client = createClient({ baseUrl, accountSid, authToken, pageSize, maxWait: 0, clock });
  open.unshift(client, service);
  const ids = Array.from(
    { length: count },
    (_, n) => service.account.add("host", { host: `mail-${n}.example.com` }).id,
  );
  return { service, client, reader: new KindReader(client.collection("host")), ids };
}
