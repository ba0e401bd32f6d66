import { readdir, readFile } from "node:fs/promises";
import * as cdktn from "cdktn";
import * as constructs from "rblmonitor/cdktn";
import { compiled, type Project, projectWith } from "./consumer-project";

const folder = "docs/guides";

/** The programs of a guide, one for each block with imports; the blocks without belong to the program before them. */
async function programsOf(guide: string): Promise<string[]> {
  const text = await readFile(`${folder}/${guide}`, "utf8");
  const programs: string[] = [];
  for (const [, block = ""] of text.matchAll(/^```(?:ts|typescript)\n(.*?)^```/gms)) {
    if (programs.length === 0 || /^import /m.test(block)) programs.push(block);
    else programs.push(`${programs.pop()}\n{\n${block}`);
  }
  return programs.map(
    (program) => `${missingImports(program)}${program}${"}\n".repeat(program.split("\n{\n").length - 1)}`,
  );
}

/** Imports the names that the guide names in its text. */
function missingImports(program: string): string {
  const [, ...parts] = program.split("\n{\n");
  const imported = new Set(
    [...program.matchAll(/^import \{(.*?)\}/gms)].flatMap(([, names = ""]) => names.match(/\w+/g)),
  );
  return Object.entries({ cdktn, "rblmonitor/cdktn": constructs })
    .map(([module, exports]) => {
      const names = Object.keys(exports).filter(
        (name) => !imported.has(name) && new RegExp(`\\b${name}\\b`).test(parts.join("\n")),
      );
      return names.length === 0 ? "" : `import { ${names.join(", ")} } from "${module}";\n`;
    })
    .join("");
}

describe("the TypeScript of the guides", () => {
  let project: Project;
  beforeAll(async () => {
    project = await projectWith(["rblmonitor", "cdktf", "cdktn", "constructs", "@types/node"]);
  });
  afterAll(() => project.remove());

  it.each(["cdktn", "cdktf"])("compiles with %s", async (library) => {
    const files: string[] = [];
    for (const guide of (await readdir(folder)).filter((name) => name.endsWith(".md")))
      for (const [number, program] of (await programsOf(guide)).entries()) {
        const file = `${library}/${guide.replace(/\.md$/, "")}-${number}.mts`;
        await project.write(file, program.replaceAll(/(["/])cdktn(["/])/g, `$1${library}$2`));
        files.push(file);
      }
    expect(files.length).toBeGreaterThanOrEqual(5);
    expect(await compiled(project, `${process.cwd()}/node_modules/typescript/bin/tsc`, library, files)).toBe(
      "",
    );
  });

  it.each(["cdktn", "cdktf"])("prints annotations with %s, as the guide says", async (library) => {
    const [, lines = ""] =
      /^## Annotations$.*?^```typescript\n(.*?)^```/ms.exec(await readFile(`${folder}/cdktf.md`, "utf8")) ??
      [];
    const program = `
      import { App, TerraformStack } from "${library}";
      import { HostFleet, RblmonitorProvider } from "rblmonitor/${library}";
      const app = new App({ outdir: "annotated", stackTraces: false });
      const stack = new TerraformStack(app, "stack");
      new RblmonitorProvider(stack, "rblmonitor");
      new HostFleet(stack, "mail", { hosts: [], profile: "RP${"0".repeat(32)}", contactGroups: ["CG${"0".repeat(32)}"] });
      app.synth();
    `;
    await project.write("annotated.mjs", program + lines.replace("console.error", "console.log"));
    expect(await project.node("annotated.mjs")).toBe(
      `@cdktf/warn stack/mail: stack/mail has no hosts, so it monitors nothing. Check the list or variable that they come from`,
    );
  });
});
