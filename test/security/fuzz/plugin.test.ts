import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { builtPlugin } from "../../../src/tasks/real-terraform/workspace";
import { ProviderDefinition } from "../../../src/terraform/protocol/generated/tfplugin6";
import { listen } from "../../../src/terraform/serve/listen";
import { type RunningPlugin, runToEnd, startPlugin } from "../../terraform/serve/plugin-client";

const command = join(builtPlugin(), "terraform-provider-rblmonitor");

describe("the environment of a plugin", () => {
  const folder = fc.oneof(
    fc.constantFrom("", "/nowhere", "/dev/null", "x".repeat(300)),
    fc.string({ maxLength: 8 }).map((name) => `/tmp/no-${name}`),
  );

  it("makes it listen on this machine alone, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(folder, fc.constantFrom("linux", "win32"), async (place, platform) => {
        const server = createServer();
        try {
          const { network, address } = await listen(server, {
            env: { PLUGIN_UNIX_SOCKET_DIR: place },
            platform: platform as NodeJS.Platform,
          });
          expect(`${network} ${address}`).toMatch(/^(?:tcp 127\.0\.0\.1:\d+|unix .*plugin-[0-9a-f]{12})$/s);
        } finally {
          server.close();
        }
      }),
    );
  });

  it.each([
    ["no certificate", "hunter2"],
    ["half of one", "-----BEGIN CERTIFICATE-----\nMIIB"],
    [
      "one that contains only noise",
      `-----BEGIN CERTIFICATE-----\n${"A".repeat(400)}\n-----END CERTIFICATE-----`,
    ],
  ])("that holds %s as Terraform's certificate admits no client", async (_name, PLUGIN_CLIENT_CERT) => {
    const started = startPlugin({ command, env: { PLUGIN_CLIENT_CERT } });
    const plugin = await started.catch((error: Error) => error);
    if (plugin instanceof Error) {
      expect(plugin.message).toMatch(/ended with 1/);
      expect(plugin.message).not.toContain("hunter2");
      return;
    }
    await expect(plugin.call("getProviderSchema", {})).rejects.toMatchObject({ code: 14 });
    await plugin.stop();
  });
});

describe("a plugin that is sent rubbish", () => {
  let plugin: RunningPlugin;
  beforeAll(async () => {
    plugin = await startPlugin({ command });
  });
  afterAll(() => plugin.stop());

  /** Sends bytes in place of a call's message; resolves to what came of it. */
  const send = (path: string, bytes: Uint8Array): Promise<number | "answered"> =>
    new Promise((resolve) => {
      const raw = () => Buffer.from(bytes);
      plugin.grpc.makeUnaryRequest(
        path,
        raw,
        (answer) => answer,
        {},
        (error) => resolve(error ? error.code : "answered"),
      );
    });
  const called = Object.values(ProviderDefinition.methods)
    .map(({ name }) => `/${ProviderDefinition.fullName}/${name}`)
    .filter((path) => !path.endsWith("/StopProvider"));

  it("answers each message or says that it cannot, and goes on", async () => {
    // Fields of the messages by number, each with bytes, text or a number in it that may be none of its own.
    const field = fc
      .tuple(
        fc.integer({ min: 1, max: 12 }),
        fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.constant(Buffer.from("rblmonitor_contact"))),
      )
      .map(([number, content]) => Buffer.from([(number << 3) | 2, content.length, ...content]));
    const message = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(field, { maxLength: 5 }).map((fields) => Buffer.concat(fields)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...called), message, async (path, bytes) => {
        expect(["answered", 2, 12, 13]).toContain(await send(path, bytes));
      }),
      { numRuns: 300 },
    );
    await expect(plugin.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });
});

describe("a plugin that is started by hand", () => {
  it("prints nothing from the environment", async () => {
    const exit = await runToEnd({
      command,
      env: { TF_PLUGIN_MAGIC_COOKIE: undefined, RBLMONITOR_AUTH_TOKEN: "hunter2" },
    });
    expect(exit.stdout + exit.stderr).not.toContain("hunter2");
  });
});
