import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { sampleEvent, signatureHeader } from "../../src/webhooks";
import { issueCertificate } from "../certificates";
import { endCommands, listening, run, secret } from "../cli/commands/webhooks/rblmonitor";
import { startRblmonitor } from "../cli/rblmonitor";

const unverified = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" };
let server: Server;
let url: string;
/** Resolves to whether a client sent a request, or ended the connection for the certificate. */
let reached: Promise<"request" | "refused">;

beforeEach(async () => {
  server = createServer(issueCertificate({ commonName: "service", names: ["localhost"] }), (_, response) =>
    response.end(),
  ).listen(0, "127.0.0.1");
  reached = Promise.race([
    once(server, "request").then(() => "request" as const),
    once(server, "tlsClientError").then(() => "refused" as const),
  ]);
  await once(server, "listening");
  url = `https://localhost:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await endCommands();
  server.closeAllConnections();
  server.close();
});

describe("a receiver whose certificate is not trusted gets no event with NODE_TLS_REJECT_UNAUTHORIZED=0", () => {
  it("from webhooks send", async () => {
    const { code, stdout } = await run(["send", url, "cert.flapping"], unverified, "", { spawned: true });
    expect([code, stdout]).toEqual([2, "---  cert.flapping  DEPTH_ZERO_SELF_SIGNED_CERT\n"]);
    expect(await reached).toBe("refused");
  });

  it("from webhooks listen --forward", async () => {
    const { url: own, says } = await listening(["--forward", url], unverified, { spawned: true });
    const body = JSON.stringify(sampleEvent("cert.flapping"));
    await fetch(own, {
      method: "POST",
      body,
      headers: { "x-webhook-signature": signatureHeader(body, secret) },
    });
    await says("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await reached).toBe("refused");
  });

  it("from the emulator", async () => {
    const args = ["emulator", "--port", "0", "--control", "--json", "--webhook", `${url}=s`];
    const env = { ...process.env, ...unverified };
    const { says, kill, ended, printed } = startRblmonitor(args, { env, spawned: true });
    const [, control = ""] = await says(/Control endpoint: (\S+)\//);
    const { RBLMONITOR_ACCOUNT_SID: sid, RBLMONITOR_AUTH_TOKEN: token } = JSON.parse(printed.stdout);
    const headers = { authorization: `Basic ${btoa(`${sid}:${token}`)}` };
    await fetch(`${control}/events`, { method: "POST", headers, body: '{"type":"cert.flapping"}' });
    expect(await reached).toBe("refused");
    kill("SIGTERM");
    await ended;
  });
});
