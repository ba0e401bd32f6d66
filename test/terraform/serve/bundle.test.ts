import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginForm } from "../../../src/tasks/real-terraform/workspace";
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

const cacheFolder = (): string => join(copy, readdirSync(copy).find((name) => name.startsWith("v8-")) ?? "");

const caches = (): string[] => readdirSync(cacheFolder()).map((name) => join(cacheFolder(), name));

function contents(): Record<string, string> {
  const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), "base64"),
    ]),
  );
}

// What is here is about the scripts and their code caches.
const describeScript = pluginForm() === "script" ? describe : describe.skip;

describeScript("the bundled plugin", () => {
  it("is an executable, the scripts, their code caches, licences and a package.json", () => {
    const scripts = readdirSync(copy).filter((name) => name.endsWith(".js"));
    expect(scripts.map((name) => name.replace(/-[0-9A-Z]{8}\.js$/, "")).sort()).toEqual(["serving", "start"]);
    expect(readdirSync(copy).sort()).toEqual([
      "LICENSES_OF_OTHERS",
      "package.json",
      ...scripts.sort(),
      "terraform-provider-rblmonitor",
      expect.stringMatching(/^v8-[^/]+$/),
    ]);
    expect(readdirSync(cacheFolder()).sort()).toEqual(scripts.map((name) => `${name}.cache`).sort());
  });

  it("holds nothing of the gRPC client", () => {
    for (const name of readdirSync(copy).filter((name) => name.endsWith(".js"))) {
      expect(readFileSync(join(copy, name), "utf8")).not.toMatch(/grpc-js|load-balancer|protobufjs/);
    }
  });

  it("prints its version", async () => {
    const running = await start();
    const { result } = await running.call("callFunction", { name: "version", arguments: [] });
    expect(Buffer.from(result?.msgpack ?? []).toString()).toBe("1.2.3");
  });

  it("runs without a code cache", async () => {
    rmSync(cacheFolder(), { recursive: true });
    await expect((await start()).call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("silently ignores an invalid code cache", async () => {
    for (const cache of caches()) writeFileSync(cache, "This is not a code cache.");
    const running = await start();
    await expect(running.call("getProviderSchema", {})).resolves.toHaveProperty("provider");
    expect(running.stderr()).toBe("");
  });

  it("runs below a package of ES modules", async () => {
    writeFileSync(join(copies, "package.json"), JSON.stringify({ type: "module" }));
    await expect((await start()).call("getProviderSchema", {})).resolves.toHaveProperty("provider");
  });

  it("writes nothing into its folder", async () => {
    rmSync(cacheFolder(), { recursive: true });
    const before = contents();
    const running = await start();
    await running.call("getProviderSchema", {});
    await running.stop();
    expect(contents()).toEqual(before);
  });
});
