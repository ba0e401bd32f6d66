import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const PACKAGES = ["cdktf", "constructs", "@types"];
const TSC = resolve("node_modules/typescript/bin/tsc");

const APP = `
import { App, TerraformStack } from "cdktf";
import { Host, type HostConfig } from "cdktf-provider-rblmonitor";
import { ContactGroup } from "cdktf-provider-rblmonitor/contact-group";
const config: HostConfig = { host: "192.0.2.1", name: "mx", profile: "RP", contactGroups: [] };
const stack = new TerraformStack(new App(), "stack");
export const ids: string[] = [new Host(stack, "mx", config).id, new ContactGroup(stack, "group", { name: "g" }).id];
`;

describe("the package, in somebody else's project", () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "consumer-"));
    await mkdir(join(project, "node_modules"));
    const installed = [
      ...PACKAGES.map((name) => [name, join("node_modules", name)] as const),
      ["cdktf-provider-rblmonitor", "."] as const,
    ];
    for (const [name, place] of installed) await symlink(resolve(place), join(project, "node_modules", name));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  const node = async (...args: string[]): Promise<string> => {
    const run = promisify(execFile)(process.execPath, args, { cwd: project });
    const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => ({
      stdout: `${error.stdout}${error.stderr}`,
    }));
    return stdout.trim();
  };

  it("is required by a CommonJS program", async () => {
    expect(await node("-e", 'console.log(typeof require("cdktf-provider-rblmonitor").Host)')).toBe(
      "function",
    );
  });

  it("is imported by an ES module, by names", async () => {
    const code =
      'import { Host, RblmonitorProvider } from "cdktf-provider-rblmonitor"; console.log(typeof Host, typeof RblmonitorProvider);';
    expect(await node("--input-type=module", "-e", code)).toBe("function function");
  });

  it("has a sub-path for each construct", async () => {
    const code = 'import { Host } from "cdktf-provider-rblmonitor/host"; console.log(typeof Host);';
    expect(await node("--input-type=module", "-e", code)).toBe("function");
  });

  it.each([
    ["a CommonJS program", "main.ts", { module: "nodenext" }],
    ["an ES module", "main.mts", { module: "nodenext" }],
    ["a bundled program", "main.ts", { module: "preserve", moduleResolution: "bundler" }],
  ])("has types for %s", async (_, file, options) => {
    await writeFile(join(project, file), APP);
    const compilerOptions = {
      ...options,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
    expect(await node(TSC)).toBe("");
  });

  it("has types that refuse a wrong attribute", async () => {
    await writeFile(join(project, "main.ts"), APP.replace('name: "mx"', "name: 1"));
    const compilerOptions = { module: "nodenext", strict: true, noEmit: true, skipLibCheck: true };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    expect(await node(TSC)).toMatch(/TS2322.*number.*string/);
  });
});
