import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Project, projectWith } from "./somebodys-project";

jest.setTimeout(120_000);

const PACKAGE = "cdktf-provider-rblmonitor";

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
    new HostFleet(stack, "fleet", { hosts: ["192.0.2.1"], profile, contactGroups: ["CG"] });
    app.synth();
  `;
};

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

  it.each(["", "/cdktf", "/cdktn"])("loads no construct before it is used: %s", async (flavour) => {
    const loaded = await project.node(
      "-e",
      `const constructs = require("${PACKAGE}${flavour}");
       const modules = () => Object.keys(require.cache).map((file) => file.replaceAll("\\\\", "/"))
         .filter((file) => file.includes("/dist/lib/")).map((file) => file.slice(file.lastIndexOf("/") + 1));
       const before = modules();
       constructs.ContactGroup;
       console.log(JSON.stringify([before, modules()]));`,
    );
    expect(JSON.parse(loaded)).toEqual([["index.js"], ["index.js", "contact-group.js"]]);
  });

  it.each(["", "/cdktf", "/cdktn"])("has all its names for ES modules: %s", async (flavour) => {
    const names = async (code: string, ...args: string[]): Promise<string[]> =>
      JSON.parse(await project.node(...args, "-e", `${code}; console.log(JSON.stringify(Object.keys(m)));`));
    const required = await names(`const m = require("${PACKAGE}${flavour}")`);
    const imported = await names(`import * as m from "${PACKAGE}${flavour}"`, "--input-type=module");
    expect(required).toContain("Host");
    expect(imported.filter((name) => !/^(default|module\.exports|__esModule)$/.test(name))).toEqual(
      required.sort(),
    );
  });

  it("has a sub-path for each construct, and the same in both flavours", async () => {
    const modules = async (flavour: string): Promise<string[]> =>
      (await readdir(`dist/lib/${flavour}`)).filter((file) => file.endsWith(".js")).sort();
    expect(await modules("cdktn")).toEqual(await modules("cdktf"));
    const paths = (await modules("cdktf")).flatMap((file) =>
      ["", "cdktf/", "cdktn/"].map((flavour) => `${PACKAGE}/${flavour}${file.replace(/\.js$/, "")}`),
    );
    const code = paths.map((path) => `require("${path}");`).join("");
    expect(await project.node("-e", `${code} console.log("all")`)).toBe("all");
  });

  it.each(["cdktf", "cdktn"])("names no other library in the flavour %s", async (flavour) => {
    const other = flavour === "cdktf" ? "cdktn" : "cdktf";
    for (const file of await readdir(`dist/lib/${flavour}`)) {
      const code = await readFile(join("dist/lib", flavour, file), "utf8");
      expect({ file, found: code.includes(`"${other}"`) || code.includes(`'${other}'`) }).toEqual({
        file,
        found: false,
      });
    }
  });
});

describe("the packed package, in an empty project", () => {
  let folder: string;
  let tarball: string;

  const npm = (cwd: string, ...args: readonly string[]): Promise<{ stdout: string }> =>
    promisify(execFile)("npm", [...args, "--no-audit", "--no-fund"], { cwd, maxBuffer: 1e8 });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "packed-"));
    const { stdout } = await npm(".", "pack", "--pack-destination", folder);
    tarball = join(folder, `${stdout.trim().split("\n").at(-1)}`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ["CDKTF alone", ["cdktf"]],
    ["CDK Terrain alone", ["cdktn"]],
    ["both", ["cdktf", "cdktn"]],
  ])("works with %s, as CommonJS and as ES module", async (_, libraries) => {
    const project = await projectWith([]);
    try {
      await npm(project.folder, "install", "--prefer-offline", tarball, ...libraries);
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
    } finally {
      await project.remove();
    }
  });
});
