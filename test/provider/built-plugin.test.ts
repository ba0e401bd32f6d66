import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { providerAttributes } from "../../src/provider/provider-config";
import { quickExitFlags } from "../../src/provider/quick-exit";
import { managedResources } from "../../src/provider/resources";
import { encodedSchemas } from "../../src/tasks/build";
import { GetProviderSchema_Response } from "../../src/terraform/protocol/generated/tfplugin6";
import { encodeObject } from "../../src/terraform/rpc/protocol-forms";
import type { Attributes } from "../../src/terraform/schema/attribute";
import { type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import { type RunningPlugin, startPlugin } from "../terraform/serve/plugin-client";

const built = "dist/plugin";
const abilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: false,
  computedBlocksAllowed: false,
};

let folder: string;
let plugin: RunningPlugin | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "built-plugin-"));
  cpSync(built, folder, { recursive: true });
});

afterEach(async () => {
  await plugin?.stop();
  plugin = undefined;
  rmSync(folder, { recursive: true });
});

/** Starts the built plugin without some of its scripts: whatever loads one of them fails. */
async function startWithout(...scripts: readonly string[]): Promise<RunningPlugin> {
  for (const script of scripts) {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${script}-`));
    if (names.length !== 1) throw new Error(`There is no one script ${script}`);
    for (const name of names) rmSync(join(folder, name));
  }
  plugin = await startPlugin({ command: join(folder, "terraform-provider-rblmonitor") });
  return plugin;
}

/** An object in which what is not given is null. */
function encoded(attributes: Attributes, given: ObjectValue) {
  const names = Object.keys(attributes);
  return encodeObject(attributes, objectValue(names.map((name) => [name, given[name] ?? null])));
}

const account = encoded(providerAttributes, {
  base_url: "http://127.0.0.1:1/4.0",
  account_sid: `AC${"0".repeat(32)}`,
  auth_token: "0".repeat(64),
});
const typeName = "rblmonitor_contact_group";
const { attributes = {} } = managedResources[typeName] ?? {};
const group = encoded(attributes, { name: "Operations" });

describe("the schema of the built plugin", () => {
  it("is the provider's", async () => {
    const running = await startWithout();
    const answered = await running.call("getProviderSchema", {});
    expect(answered).toEqual(GetProviderSchema_Response.decode((await encodedSchemas()).getProviderSchema));
  });

  it("is answered by a process that loads neither resources nor client", async () => {
    const running = await startWithout("provider", "client", "kind-reader");
    const { resourceSchemas } = await running.call("getProviderSchema", {});
    expect(resourceSchemas).toHaveProperty(typeName);
    const { identitySchemas } = await running.call("getResourceIdentitySchemas", {});
    expect(identitySchemas).toHaveProperty(typeName);
    await expect(running.call("getMetadata", {})).rejects.toThrow(/provider-/);
  });
});

describe("a process of the built plugin", () => {
  it("loads no client to validate and to be configured", async () => {
    const running = await startWithout("client", "kind-reader");
    const validated = { typeName, config: group, clientCapabilities: abilities };
    expect(await running.call("validateProviderConfig", { config: account })).toEqual({ diagnostics: [] });
    expect(await running.call("validateResourceConfig", validated)).toEqual({ diagnostics: [] });
    const configuration = { config: account, terraformVersion: "1.11.4", clientCapabilities: abilities };
    expect(await running.call("configureProvider", configuration)).toEqual({ diagnostics: [] });

    const state = encoded(attributes, { id: `CG${"0".repeat(32)}`, name: "Operations", is_default: false });
    const read = { typeName, currentState: state, private: new Uint8Array(), clientCapabilities: abilities };
    const [failed] = (await running.call("readResource", read)).diagnostics;
    expect(`${failed?.summary} ${failed?.detail}`).toMatch(/client-/);
  });
});

describe("the scripts of the built plugin", () => {
  it("have joined modules: none of ours is wrapped in a function, which makes every call slower", () => {
    const scripts = readdirSync(built).filter((name) => name.endsWith(".js"));
    expect(scripts).not.toEqual([]);
    for (const name of scripts)
      expect(readFileSync(join(built, name), "utf8")).not.toMatch(/"src\/[^"]+\.ts"\(/);
  });
});

describe("the code caches of the built plugin", () => {
  const [caches = ""] = readdirSync(built).filter((name) => name.startsWith("v8-"));
  const scripts = readdirSync(built).filter((name) => name.endsWith(".js"));

  it("are those of all scripts", () => {
    expect(readdirSync(join(built, caches)).sort()).toEqual(scripts.map((name) => `${name}.cache`).sort());
  });

  it.each(scripts)("are accepted by this Node, with the flags that are set by then: %s", (script) => {
    // The client is loaded after src/provider/quick-exit.ts has set them.
    const isLate = /^(?:client|query|kind-reader|request-checks)-/.test(script);
    const flags = isLate ? quickExitFlags : [];
    const check = `
      for (const flag of JSON.parse(process.argv[3])) require("node:v8").setFlagsFromString(flag);
      const { readFileSync } = require("node:fs");
      const [source, twice] = process.argv.slice(1, 3).map((file) => readFileSync(file));
      const cachedData = twice.subarray(0, twice.length / 2);
      if (!cachedData.equals(twice.subarray(cachedData.length))) process.exit(2);
      const script = new (require("node:vm").Script)(source.toString("utf8"), { cachedData });
      process.exit(script.cachedDataRejected ? 1 : 0);`;
    const files = [join(built, script), join(built, caches, `${script}.cache`)];
    execFileSync(process.execPath, ["-e", check, ...files, JSON.stringify(flags)]);
  });
});
