import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isLong } from "../properties";
import { compilers } from "./compilers";
import { compiled, type Project, projectWith } from "./consumer-project";

const PACKAGE = "rblmonitor";

/** How a compiler finds modules. ES modules are files that end in `.mts`. */
const resolutions: Readonly<Record<string, object>> = {
  node10: { module: "commonjs", moduleResolution: "node10" },
  node16: { module: "node16", moduleResolution: "node16" },
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** What users write, by what stands in place of the package's name and the library's. */
const spellings: Readonly<Record<string, readonly [constructs: string, library: string]>> = {
  root: [PACKAGE, "cdktf"],
  cdktf: [`${PACKAGE}/cdktf`, "cdktf"],
  cdktn: [`${PACKAGE}/cdktn`, "cdktn"],
};

/**
 * The resolutions under which each version compiles: TypeScript 7 has node10 no more. In the short form, the older versions
 * share them.
 */
const cases = compilers().map(({ version, tsc }) => {
  const isShare = (name: string) => isLong || (version === "5.1") === ["node10", "node16"].includes(name);
  const all = Object.keys(resolutions).filter((name) =>
    version === "newest" ? name !== "node10" : isShare(name),
  );
  return [version, all, tsc] as const;
});
const possible = cases.filter(([, , tsc]) => tsc !== undefined);

describe("the types", () => {
  let project: Project;
  const files: string[] = [];

  beforeAll(async () => {
    project = await projectWith([PACKAGE, "cdktf", "cdktn", "constructs", "@types/node"]);
    for (const name of await readdir("test/lib/types")) {
      const code = await readFile(`test/lib/types/${name}`, "utf8");
      for (const [spelling, [constructs, library]] of Object.entries(spellings)) {
        const spelt = code.replaceAll(`"${PACKAGE}`, `"${constructs}`).replaceAll('"cdktf"', `"${library}"`);
        for (const end of ["ts", "mts"]) {
          const file = `${spelling}/${name.replace(/ts$/, end)}`;
          await project.write(file, spelt);
          files.push(file);
        }
      }
    }
  });
  afterAll(() => project.remove());

  /** Compiles everything under each resolution, in one process, which reads the declarations once. */
  async function compiledUnder(tsc: string | undefined, all: readonly string[]): Promise<string> {
    for (const resolution of all) {
      const isEsm = (file: string): boolean => file.endsWith(".mts");
      const compilerOptions = {
        ...resolutions[resolution],
        target: "es2022",
        lib: ["es2022"],
        types: ["node"],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        // The types of the libraries are the same for all: one compiler looks into them.
        skipLibCheck: tsc !== possible.at(-1)?.[2],
      };
      const chosen = files.filter((file) => !isEsm(file) || /^node(16|next)$/.test(resolution));
      await project.write(`${resolution}.json`, JSON.stringify({ compilerOptions, files: chosen }));
    }
    return project.node(`${tsc}`, "--build", ...all.map((resolution) => `${resolution}.json`));
  }

  it.each(possible)("hold for TypeScript %s under %j", async (_, all, tsc) => {
    expect(await compiledUnder(tsc, all)).toBe("");
  });

  if (possible.length < cases.length) {
    it.skip("were not tried with older versions of TypeScript: npm could not install them from its registry", () => {});
  }

  describe("in other programs", () => {
    let code: string;
    let errors: readonly string[];
    const errorsOf = (file: string) => errors.filter((line) => line.startsWith(file));

    beforeAll(async () => {
      code = await readFile("test/lib/types/references.ts", "utf8");
      await project.write("wrong.ts", code.replaceAll("// @ts-expect-error", ""));
      await project.write(
        "misspelt.ts",
        `import { MonitoringProfile } from "${PACKAGE}"; declare const stack: import("cdktf").TerraformStack;
        new MonitoringProfile(stack, "1", { name: "x", frequency: "1_huor" });`,
      );
      await cp("dist/lib", join(project.folder, "node_modules/copy"), { recursive: true });
      await project.write(
        "copy.ts",
        `import { DataRblmonitorMonitoringProfile, NotificationGroup } from "copy/cdktn/index";
        import { Host } from "${PACKAGE}/cdktn";
        declare const stack: import("cdktn").TerraformStack;
        const group = new NotificationGroup(stack, "1", { name: "x", contacts: [] });
        const profile = new DataRblmonitorMonitoringProfile(stack, "2", { name: "x" });
        new Host(stack, "3", { host: "a.example", name: "x", profile, contactGroups: [group] });
        // @ts-expect-error
        new Host(stack, "4", { host: "a.example", name: "x", profile: group, contactGroups: [group] });`,
      );
      const programs = ["wrong.ts", "misspelt.ts", "copy.ts"];
      const said = await compiled(project, `${possible.at(-1)?.[2]}`, "programs", programs);
      errors = said.split("\n").filter((line) => line.includes("error TS"));
    });

    it("refuse wrong uses: without the marks, each such place is an error", () => {
      const marks = code.split("// @ts-expect-error").length - 1;
      expect(errorsOf("wrong.ts")).toHaveLength(marks);
    });

    it("say what a misspelt word should have been", () => {
      expect(errorsOf("misspelt.ts").join("\n")).toContain(`Did you mean '"1_hour"'?`);
    });

    it("accept references to constructs of another copy of the package, but not of another kind", () => {
      expect(errors.filter((line) => !/^(?:wrong|misspelt)\.ts/.test(line))).toEqual([]);
    });
  });
});
