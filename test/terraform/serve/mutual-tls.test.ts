import { connect as connectPlain } from "node:net";
import { connect } from "node:tls";
import { status } from "@grpc/grpc-js";
import { buildFixture, type Fixture } from "./fixture";
import type { Identity } from "./grpc-client";
import { createIdentity, type RunningPlugin, startPlugin, until } from "./plugin-client";

let fixture: Fixture;
let plugin: RunningPlugin;

beforeAll(async () => {
  fixture = await buildFixture();
  plugin = await startPlugin({ command: fixture.command, env: { TF_LOG: "WARN" } });
});

afterAll(async () => {
  await plugin.stop();
  fixture.remove();
});

/** The data that a client receives if it writes a request immediately. */
async function answerTo(socket: NodeJS.ReadWriteStream): Promise<string> {
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  let answer = "";
  socket.on("data", (bytes: Buffer) => {
    answer += bytes.toString("latin1");
  });
  await new Promise<void>((resolve) => {
    socket.once("error", () => resolve()).once("close", () => resolve());
  });
  return answer;
}

describe("mutual TLS", () => {
  it("admits the client whose certificate Terraform handed over", async () => {
    await expect(plugin.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("refuses a client with another certificate of the same names", async () => {
    const stranger = plugin.connect(createIdentity());
    await expect(stranger.call("getProviderSchema", {})).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await until(() => plugin.stderr().includes("the client sent another certificate"));
  });

  it("refuses a client with another certificate of the same key and names", async () => {
    const renewed = createIdentity(plugin.identity.key);
    expect(renewed.certificate).not.toBe(plugin.identity.certificate);
    const stranger = plugin.connect(renewed);
    await expect(stranger.call("getProviderSchema", {})).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "gives a client that it refuses no session to resume, over %s",
    async (version) => {
      const connected = async ({ key, certificate: cert }: Identity) => {
        const versions = { minVersion: version, maxVersion: version, ALPNProtocols: ["h2"] };
        const socket = connect({ path: plugin.address, key, cert, rejectUnauthorized: false, ...versions });
        let session: Buffer | undefined;
        socket.on("session", (given: Buffer) => {
          session = given;
        });
        socket.once("data", () => socket.end());
        await answerTo(socket);
        return session;
      };
      expect(await connected(plugin.identity)).toBeInstanceOf(Buffer);
      expect(await connected(createIdentity())).toBeUndefined();
    },
  );

  it("refuses a client without a certificate", async () => {
    const anonymous = plugin.connect(undefined);
    await expect(anonymous.call("getProviderSchema", {})).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await until(() => plugin.stderr().includes("the client sent no certificate"));
  });

  it("answers nothing to a client without a certificate that does not wait", async () => {
    const socket = connect({ path: plugin.address, ALPNProtocols: ["h2"], rejectUnauthorized: false });
    expect(await answerTo(socket)).toBe("");
  });

  it("answers nothing of HTTP/2 in plaintext", async () => {
    expect(await answerTo(connectPlain(plugin.address))).not.toContain("\x00\x00\x00\x04");
  });

  it("refuses TLS 1.1", async () => {
    const { key, certificate: cert } = plugin.identity;
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const socket = connect({ path: plugin.address, key, cert, rejectUnauthorized: false, ...old });
    const refusal = await new Promise<Error>((resolve) => socket.once("error", resolve));
    expect(refusal.message).toMatch(/protocol version|unsupported protocol/);
  });
});
