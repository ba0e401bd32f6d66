import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Address, listen } from "../../../src/terraform/serve/listen";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens in an environment. */
async function listenIn(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux"): Promise<Address> {
  const server = createServer();
  servers.push(server);
  return listen(server, { env, platform });
}

describe("listening", () => {
  it("happens on a socket in the temporary directory that only its owner may use", async () => {
    const { network, address } = await listenIn({ TMPDIR: tmpdir() });
    expect(network).toBe("unix");
    expect(dirname(address)).toBe(tmpdir());
    expect(statSync(address).isSocket()).toBe(true);
    expect(statSync(address).mode & 0o777).toBe(0o600);
  });

  it("leaves the process's umask as it was", async () => {
    const before = process.umask();
    await Promise.all([listenIn({}), listenIn({}), listenIn({})]);
    expect(process.umask()).toBe(before);
  });

  it("happens in the folder that the host names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sockets-"));
    const { address } = await listenIn({ PLUGIN_UNIX_SOCKET_DIR: folder });
    expect(dirname(address)).toBe(folder);
    rmSync(folder, { recursive: true });
  });

  it("happens on a port where the path would be too long", async () => {
    const folder = join(tmpdir(), "a-long-name".repeat(9));
    expect(await listenIn({ PLUGIN_UNIX_SOCKET_DIR: folder })).toMatchObject({ network: "tcp" });
  });

  it("happens on a port where the folder does not exist", async () => {
    const folder = join(tmpdir(), "nowhere");
    expect(await listenIn({ PLUGIN_UNIX_SOCKET_DIR: folder })).toMatchObject({ network: "tcp" });
  });

  it.each([
    ["is too long", "a-long-name".repeat(9), "its path is longer than 100 bytes"],
    ["does not exist", "nowhere", "listen E"],
  ])(
    "happens on no port without TLS where the folder %s: the error says why, and what to do",
    async (_, name, why) => {
      const folder = join(tmpdir(), name);
      const server = createServer();
      servers.push(server);
      const place = { env: { PLUGIN_UNIX_SOCKET_DIR: folder }, platform: "linux" } as const;
      const error = await listen(server, place, false).catch(({ message }: Error) => message);
      for (const part of [folder, why, "Set TMPDIR to a short path"]) expect(error).toContain(part);
      expect(server.listening).toBe(false);
      expect(await listen(server, { ...place, platform: "win32" }, false)).toMatchObject({ network: "tcp" });
    },
  );

  it("happens on a port of the loopback interface on Windows", async () => {
    const { network, address } = await listenIn({}, "win32");
    expect(network).toBe("tcp");
    expect(address).toMatch(/^127\.0\.0\.1:\d+$/);
  });
});
