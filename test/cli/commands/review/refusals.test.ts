import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AccountFacts, queryAccount } from "../../../../src/cli/commands/review/facts";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { Account } from "../../../../src/provider/account";
import type { Kind } from "../../../../src/service/kinds";
import { withRefusedLists } from "../../lacking-lists";

const questions = (...kinds: Kind[]) => ({
  ...{ kinds, listings: true, errors: false },
  ...{ creates: [], held: new Set<string>(), kept: new Set<string>() },
});

async function factsOf(
  { url, accountSid, authToken }: Pick<Emulator, "url" | "accountSid" | "authToken">,
  ...kinds: Kind[]
): Promise<AccountFacts> {
  const account = new Account({ baseUrl: url, accountSid, authToken, maxWait: 0 });
  try {
    return await queryAccount(account, questions(...kinds));
  } finally {
    await account.close();
  }
}

/** A service that gives the same answer to everything. */
async function refusing<T>(status: number, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ status_code: status, status_message: "Refused." }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/4.0`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const credentials = { accountSid: `AC${"0".repeat(32)}`, authToken: "f".repeat(64) };

describe("a review that cannot read the account", () => {
  it.each([
    [401, /refused these credentials \(401\)/],
    [403, /Refused\./],
    [500, /could not be read from the account/],
  ])("fails if the service answers %i to everything", async (status, reason) => {
    const { failure } = await refusing(status, (url) =>
      factsOf({ url, ...credentials }, "host", "monitoring_profile", "contact"),
    );
    expect(failure).toMatch(reason);
    expect(failure).not.toContain(credentials.authToken);
  });

  it("sends nothing more after refused credentials", async () => {
    const { requests } = await refusing(401, (url) => factsOf({ url, ...credentials }, "host"));
    expect(requests.sent).toBe(1);
  });

  it.each(["/rbl/hosts", "/rbl/listings", "/contact/groups"])(
    "fails if the service refuses %s alone, which every plan of an account includes",
    async (path) => {
      const emulator = await startEmulator({ limits: "off" });
      const kinds: readonly Kind[] = path === "/rbl/listings" ? [] : ["host", "contact_group"];
      const { failure } = await withRefusedLists(emulator, [path], (service) => factsOf(service, ...kinds));
      expect(failure).toMatch(
        /^(Hosts|Listed hosts|Contact groups) could not be read from the account: .*403/,
      );
      await emulator.close();
    },
  );

  it("notes lists that the account's plan does not include, and does not fail", async () => {
    const service = await startEmulator({ limits: "off", plan: "free" });
    for (const kinds of [
      ["host", "monitoring_profile", "source"],
      ["monitoring_profile", "source"],
    ] as const) {
      const { failure, notes, alarms } = await factsOf(service, ...kinds);
      expect([failure, alarms]).toEqual([undefined, new Set()]);
      expect(notes.join("\n")).toMatch(/were not read|could not be read/);
    }
    await service.close();
  });
});
