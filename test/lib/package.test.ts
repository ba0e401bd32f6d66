import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Project, projectWith } from "./consumer-project";

const PACKAGE = "rblmonitor";
const execute = promisify(execFile);

/** What an application does, in either form of module. */
const program = (library: string, constructs: string, isEsm: boolean): string => {
  const from = (names: string, module: string): string =>
    isEsm ? `import { ${names} } from "${module}";` : `const { ${names} } = require("${module}");`;
  return `
    ${from("App, TerraformStack", library)}
    ${from("MonitoringProfile, RblmonitorProvider", constructs)}
    ${from("HostFleet", `${constructs}/host-fleet`)}
    const app = new App({ outdir: "out", stackTraces: false });
    const stack = new TerraformStack(app, "stack");
    new RblmonitorProvider(stack, "rblmonitor");
    const profile = new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" });
    new HostFleet(stack, "fleet", { hosts: ["192.0.2.1"], profile, contactGroups: ["CG${"0".repeat(32)}"] });
    app.synth();
  `;
};

/** The command of the guide that bundles ES modules. */
async function esbuildCommand(): Promise<string> {
  const guide = await readFile("docs/guides/cdktf.md", "utf8");
  const [, command = ""] = /^npx (esbuild .*)$/m.exec(guide) ?? [];
  return command;
}

describe("the package", () => {
  let project: Project;

  beforeAll(async () => {
    project = await projectWith([PACKAGE, "cdktf", "cdktn", "constructs"]);
  });
  afterAll(() => project.remove());

  it("has constructs, with their types, that take far less than 1 MB packed", async () => {
    const files = await readdir("dist/lib", { recursive: true, withFileTypes: true });
    const contents = files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name)));
    expect(contents.length).toBeGreaterThan(100);
    expect(gzipSync(Buffer.concat(await Promise.all(contents))).length).toBeLessThan(500_000);
  });

  it.each(["cdktf", "cdktn"])("is bundled into an ES module with %s, as the guide says", async (library) => {
    await project.write("main.mjs", program(library, `${PACKAGE}/${library}`, true));
    const bundled = async (command: string) => {
      await execute("sh", ["-c", `${process.cwd()}/node_modules/.bin/${command}`], { cwd: project.folder });
      return project.node("bundle.mjs");
    };
    const command = await esbuildCommand();
    expect(await bundled(command)).toBe("");
    expect(await bundled(command.replace(/ --banner.*/, ""))).toContain("Dynamic require of");
  });

  it("loads the library once, and copies nothing of it", async () => {
    const code = await readFile("dist/lib/cdktf/index.js", "utf8");
    expect(code).not.toMatch(/__toESM\(\s*(require|library)\(/);
    expect(code.match(/require\("cdktf"\)/g)).toHaveLength(1);
  });

  it.each(["", "/cdktf", "/cdktn"])("has all its names for ES modules: %s", async (library) => {
    const names = async (code: string, ...args: string[]): Promise<string[]> =>
      JSON.parse(await project.node(...args, "-e", `${code}; console.log(JSON.stringify(Object.keys(m)));`));
    const required = await names(`const m = require("${PACKAGE}${library}")`);
    const imported = await names(`import * as m from "${PACKAGE}${library}"`, "--input-type=module");
    expect(required).toContain("Host");
    expect(imported.filter((name) => !/^(default|module\.exports|__esModule)$/.test(name))).toEqual(
      required.sort(),
    );
  });

  it.each(["cdktf", "cdktn"])("has classes, functions and values for ES modules of %s", async (library) => {
    await project.write(
      "same.mjs",
      `import assert from "node:assert/strict";
      import { createRequire } from "node:module";
      import * as imported from "${PACKAGE}/${library}";
      import { App, Aspects, TerraformStack } from "${library}";
      const required = createRequire(import.meta.url)("${PACKAGE}/${library}");
      for (const [name, value] of Object.entries(required)) {
        const one = imported[name];
        assert.equal(typeof one, typeof value, name);
        assert.equal(one.name, value.name, name);
        assert.equal(one.prototype, value.prototype, name);
        assert.deepEqual(Reflect.ownKeys(one), Reflect.ownKeys(value), name);
        assert.deepEqual(
          Object.keys(Object.getOwnPropertyDescriptors(one)), Object.keys(Object.getOwnPropertyDescriptors(value)), name);
      }
      assert.equal(JSON.stringify(imported.addressTypes), JSON.stringify(required.addressTypes));

      const { Host } = imported;
      class Relay extends Host {
        constructor(scope, id, rest) { super(scope, id, { ...rest, host: "192.0.2.1" }); }
        get kind() { return "relay"; }
      }
      const app = new App({ outdir: "same" });
      const stack = new TerraformStack(app, "stack");
      const config = { name: "relay", profile: "RP${"0".repeat(32)}", contactGroups: ["CG${"0".repeat(32)}"] };
      const relay = new Relay(stack, "relay", config);
      for (const one of [Relay, Host, required.Host]) assert.ok(relay instanceof one);
      assert.ok(!(relay instanceof imported.Contact));
      assert.equal(relay.kind, "relay");
      assert.equal(Relay.tfResourceType, "rblmonitor_host");
      assert.throws(() => Host(stack, "relay", config), /cannot be invoked without 'new'/);
      Aspects.of(stack).add(imported.tagAll("mail"));`,
    );
    expect(await project.node("same.mjs")).toBe("");
  });

  it("describes each class where editors show it, with an example of those that programs write", async () => {
    const files = (await readdir("dist/lib/cdktn")).filter((file) => file.endsWith(".d.ts"));
    const code = await Promise.all(files.map((file) => readFile(join("dist/lib/cdktn", file), "utf8")));
    const classes = code.flatMap((text) => [
      ...text.matchAll(/((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?)export declare (?:abstract )?class (\w+)/g),
    ]);
    expect(classes.length).toBeGreaterThan(60);
    for (const [, comment, name = ""] of classes) {
      const isNested = /(?:List|OutputReference)$/.test(name);
      expect([name, comment]).toEqual([name, expect.stringMatching(/\/\*\*[\s*]+\w[\s\S]+\.\s/)]);
      expect([name, /@example\s/.test(`${comment}`)]).toEqual([name, !isNested]);
    }
  });

  it("has no sub-path for what is internal", async () => {
    const [files, generated] = [await readdir("lib"), await readdir("lib/generated")];
    const shown = new Set((await readdir("dist/lib/cdktf")).map((file) => file.replace(/\.js$/, "")));
    const internal = [...files, ...generated]
      .filter((file) => file.endsWith(".ts") && file !== "index.ts")
      .map((file) => file.replace(/\.ts$/, ""))
      .filter((name) => !shown.has(name));
    expect(internal).toEqual(
      expect.arrayContaining(["sid-of", "stable-id", "shared-arguments", "arguments", "stack-library"]),
    );
    const paths = internal.flatMap((name) =>
      ["", "cdktf/", "cdktn/"].flatMap((library) => [`${library}${name}`, `${library}internal/${name}`]),
    );
    const code = `console.log(${JSON.stringify(paths)}.filter((path) => {
      try { require("${PACKAGE}/" + path); return true; } catch { return false; }
    }).join());`;
    expect(await project.node("-e", code)).toBe("");
    for (const name of internal) expect(await readdir("dist/lib/cdktf")).not.toContain(`${name}.d.ts`);
  });

  it("exports the nested objects of every construct", async () => {
    const names = new Set(
      (await project.node("-e", `console.log(Object.keys(require("${PACKAGE}")).join(" "))`)).split(" "),
    );
    for (const file of await readdir("lib/generated")) {
      if (/^(constructs|rules)\./.test(file)) continue;
      const code = await readFile(join("lib/generated", file), "utf8");
      for (const [, name] of code.matchAll(/^export class (\w+)/gm)) expect(names).toContain(name);
    }
    expect(names).toContain("HostMembersOutputReference");
  });

  it("has a sub-path for each construct, and the same in both libraries", async () => {
    const modules = async (library: string): Promise<string[]> =>
      (await readdir(`dist/lib/${library}`)).filter((file) => file.endsWith(".js")).sort();
    expect(await modules("cdktn")).toEqual(await modules("cdktf"));
    const paths = (await modules("cdktf")).flatMap((file) =>
      ["", "cdktf/", "cdktn/"].map((library) => `${PACKAGE}/${library}${file.replace(/\.js$/, "")}`),
    );
    const code = paths.map((path) => `require("${path}");`).join("");
    expect(await project.node("-e", `${code} console.log("all")`)).toBe("all");
  });

  it.each(["cdktf", "cdktn"])("imports no other library in the library %s", async (library) => {
    const other = library === "cdktf" ? "cdktn" : "cdktf";
    for (const file of await readdir(`dist/lib/${library}`, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const code = await readFile(join(file.parentPath, file.name), "utf8");
      const found = new RegExp(`(from |require\\(|import\\()["']${other}["']`).test(code);
      expect({ file: file.name, found }).toEqual({ file: file.name, found: false });
    }
  });
});

describe("the packed package, in a project without others", () => {
  let folder: string;
  let files: readonly { readonly path: string }[];
  let tarball: string;
  let project: Project;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "packed-"));
    const pack = ["pack", "--json", "--pack-destination", folder];
    const { stdout } = await execute("npm", pack, { maxBuffer: 1e8 });
    const [packed] = JSON.parse(stdout);
    files = packed.files;
    tarball = join(folder, packed.filename);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  // As npm installs it. The projects of rblmonitor init are installed by npm (test/cli/commands/init).
  beforeEach(async () => {
    project = await projectWith(["constructs"]);
    const place = join(project.folder, "node_modules", PACKAGE);
    await mkdir(place);
    await execute("tar", ["-xzf", tarball, "--strip-components=1", "-C", place]);
  });
  afterEach(() => project.remove());

  it("takes at most 900 kB, and has no code caches, which serve one version of Node", async () => {
    const { size } = await stat(tarball);
    expect(size).toBeLessThanOrEqual(900_000);
    expect(files.filter(({ path }) => /\.cache$|\/v8-|\.map$/.test(path))).toEqual([]);
  });

  it("says how to install a library when there is none, and which part fits the one that there is", async () => {
    const load = (path: string) => project.node("-e", `require("${PACKAGE}${path}")`);
    expect(await load("")).toContain(
      "Neither CDK Terrain nor CDKTF is installed. Run npm install cdktn, and import from rblmonitor/cdktn. Or run npm install cdktf,",
    );
    expect(await load("/cdktn")).toContain("Neither CDK Terrain nor CDKTF is installed.");
    await project.link("cdktn");
    expect(await load("")).toContain(
      "CDKTF (cdktf) is not installed, but CDK Terrain (cdktn) is. Import the constructs from rblmonitor/cdktn.",
    );
    expect(await load("/cdktn")).toBe("");
    await expectWorking(project, ["cdktn"]);
  });

  it("works with CDKTF alone, and with both libraries, as CommonJS and as ES module", async () => {
    await project.link("cdktf");
    await expectWorking(project, ["cdktf"]);
    await project.link("cdktn");
    await expectWorking(project, ["cdktf", "cdktn"]);
  });
});

/** Expects that a project has these libraries alone, and that a program for each of them works. */
async function expectWorking(project: Project, libraries: readonly string[]): Promise<void> {
  const installed = await readdir(join(project.folder, "node_modules"));
  expect(installed.filter((name) => /^cdkt[fn]$/.test(name))).toEqual(libraries);
  for (const library of libraries) {
    for (const constructs of library === "cdktf" ? [PACKAGE, `${PACKAGE}/cdktf`] : [`${PACKAGE}/cdktn`]) {
      for (const end of ["cjs", "mjs"]) {
        await project.write(`main.${end}`, program(library, constructs, end === "mjs"));
        expect(await project.node(`main.${end}`)).toBe("");
        const written = await readFile(join(project.folder, "out/stacks/stack/cdk.tf.json"), "utf8");
        const [host] = Object.values(JSON.parse(written).resource.rblmonitor_host);
        expect(host).toMatchObject({
          host: "192.0.2.1",
          profile: `\${rblmonitor_monitoring_profile.hourly.id}`,
        });
        await rm(join(project.folder, "out"), { recursive: true });
      }
    }
  }
}
