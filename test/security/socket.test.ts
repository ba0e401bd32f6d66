import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { builtPlugin } from "../../src/tasks/real-terraform/workspace";
import { createIdentity, type RunningPlugin, startPlugin, until } from "../terraform/serve/plugin-client";

const command = join(builtPlugin(), "terraform-provider-rblmonitor");
const longPath = join(tmpdir(), "long".repeat(30));
let plugin: RunningPlugin | undefined;

afterEach(async () => {
  await plugin?.stop();
  plugin = undefined;
});

async function start(env: NodeJS.ProcessEnv): Promise<RunningPlugin> {
  plugin = await startPlugin({ command, env: { TF_LOG: "WARN", ...env } });
  return plugin;
}

/** The id of an unprivileged user on most systems. Only root can switch users. */
const unprivileged = 65_534;
const asRoot = process.getuid?.() === 0 ? it : it.skip;

describe("the plugin's socket", () => {
  it("belongs to the user who runs Terraform, and rejects all other users", async () => {
    const { mode, uid } = statSync((await start({})).address);
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()]);
  });

  asRoot("refuses another user, even in a folder that every user may enter", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sockets-"));
    chmodSync(folder, 0o777);
    try {
      const { address } = await start({ PLUGIN_UNIX_SOCKET_DIR: folder });
      const script = `require("node:net").connect(process.argv[1]).on("connect", () => console.log("connected"))
        .on("error", (error) => console.log(error.code)).on("connect", () => process.exit())`;
      const other = { encoding: "utf8", uid: unprivileged, gid: unprivileged, cwd: "/" } as const;
      expect(spawnSync(process.execPath, ["-e", script, address], other).stdout.trim()).toBe("EACCES");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the plugin's port, where there can be no socket", () => {
  it("admits only Terraform", async () => {
    const running = await start({ PLUGIN_UNIX_SOCKET_DIR: longPath });
    await expect(running.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
    for (const identity of [createIdentity(), undefined]) {
      await expect(running.connect(identity).call("getProviderSchema", {})).rejects.toMatchObject({
        code: 14,
      });
    }
    await until(() => running.stderr().includes("the client sent another certificate"));
  });

  it("cannot be reached by another machine", async () => {
    const { address } = await start({ PLUGIN_UNIX_SOCKET_DIR: longPath });
    const port = Number(address.split(":")[1]);
    const outer = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each?.internal === false);
    for (const each of outer) {
      const failed = await new Promise((resolve) => {
        const socket = connect(port, each?.address, () => resolve(socket.destroy() && "connected"));
        socket.once("error", () => resolve("refused"));
      });
      expect(failed).toBe("refused");
    }
    expect(address).toMatch(/^127\.0\.0\.1:/);
  });
});
