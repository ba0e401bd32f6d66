import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginForm } from "../../../src/tasks/plugin-form";
import { buildFixture, type Fixture } from "./fixture";
import { type RunningPlugin, startPlugin } from "./plugin-client";

let fixture: Fixture;
let copies: string;
let copy: string;
let plugin: RunningPlugin | undefined;

beforeAll(async () => {
  fixture = await buildFixture();
});

beforeEach(() => {
  copies = mkdtempSync(join(tmpdir(), "bundle-"));
  copy = join(copies, "plugin");
  cpSync(fixture.folder, copy, { recursive: true });
});

afterEach(async () => {
  await plugin?.stop();
  plugin = undefined;
  rmSync(copies, { recursive: true });
});

afterAll(() => fixture.remove());

async function start(): Promise<RunningPlugin> {
  plugin = await startPlugin({ command: join(copy, "terraform-provider-rblmonitor") });
  return plugin;
}

const cacheFile = (): string => join(copy, readdirSync(copy).find((name) => name.endsWith(".cache")) ?? "");

function contents(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(copy).map((name) => [name, readFileSync(join(copy, name), "base64")]),
  );
}

// What is here is about the script and its code cache.
const describeScript = pluginForm() === "script" ? describe : describe.skip;

describeScript("the bundled plugin", () => {
  it("is one executable, one script, its code cache and a package.json", () => {
    expect(readdirSync(copy).sort()).toEqual([
      "package.json",
      expect.stringMatching(/^plugin-[0-9a-f]{12}-v8-[^/]+\.cache$/),
      expect.stringMatching(/^plugin-[0-9a-f]{12}\.js$/),
      "terraform-provider-rblmonitor",
    ]);
  });

  it("has a code cache that this Node accepts", () => {
    const script = cacheFile().replace(/-v8-.*/, ".js");
    const check = `
      const { readFileSync } = require("node:fs");
      const [script, cache] = process.argv.slice(1).map((file) => readFileSync(file));
      const options = { cachedData: cache, filename: process.argv[1] };
      process.exit(new (require("node:vm").Script)(script.toString("latin1"), options).cachedDataRejected ? 1 : 0);`;
    execFileSync(process.execPath, ["-e", check, script, cacheFile()]);
  });

  it("holds nothing of the gRPC client", () => {
    const script = readFileSync(cacheFile().replace(/-v8-.*/, ".js"), "utf8");
    expect(script).not.toMatch(/load-balancer|resolver-dns|protobufjs|proto-loader\/build/);
  });

  it("knows its version", async () => {
    const running = await start();
    const { result } = await running.call("callFunction", { name: "version", arguments: [] });
    expect(Buffer.from(result?.msgpack ?? []).toString()).toBe("1.2.3");
  });

  it("runs without a code cache", async () => {
    rmSync(cacheFile());
    await expect((await start()).call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("ignores a code cache that is none, without a word", async () => {
    writeFileSync(cacheFile(), "This is not a code cache.");
    const running = await start();
    await expect(running.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
    expect(running.stderr()).toBe("");
  });

  it("runs below a package of ES modules", async () => {
    writeFileSync(join(copies, "package.json"), JSON.stringify({ type: "module" }));
    await expect((await start()).call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("writes nothing into its folder", async () => {
    rmSync(cacheFile());
    const before = contents();
    const running = await start();
    await running.call("getProviderSchema", {});
    running.process.kill("SIGTERM");
    await running.exited;
    expect(contents()).toEqual(before);
  });
});
