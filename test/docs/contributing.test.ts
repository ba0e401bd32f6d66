import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { kindNames } from "../../src/service/kinds";

/** The values of a placeholder in a path. */
const placeholders: Readonly<Record<string, readonly string[]>> = {
  kind: kindNames.map((kind) => kind.replaceAll("_", "-")),
  command: readdirSync("src/cli/commands"),
};

/** The paths in the page, a placeholder or a list in braces being one path for each value. */
function paths(): string[] {
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const texts = [...page.matchAll(/`((?:src|lib|test|docs|examples)\/[^` ]+)`/g)].map(
    ([, path]) => `${path}`,
  );
  return texts.flatMap((text) => {
    const [, list, placeholder = ""] = /\{(.+)\}|<(.+)>/.exec(text) ?? [];
    const values = list?.split(",") ?? placeholders[placeholder] ?? [];
    return values.length > 0 ? values.map((value) => text.replace(/\{.+\}|<.+>/, value)) : [text];
  });
}

it("names only files and folders that exist", () => {
  const named = paths();
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it("docs/design/layout.md names only files that exist", () => {
  const files = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" }).split("\n");
  const page = readFileSync("docs/design/layout.md", "utf8");
  const named = [...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => `${path}`);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
});

it.each(placeholders.command ?? [])("the command %s has a declaration and a run", (command) => {
  const folder = `src/cli/commands/${command}`;
  const parts = [join(folder, "command"), join(folder, "run")];
  expect(parts.filter((part) => !existsSync(part) && !existsSync(`${part}.ts`))).toEqual([]);
});

describe("the attribute that is added as an example", () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "contributing-"));
    for (const folder of ["src", "test/core", "test/client/support"])
      cpSync(folder, join(copy, folder), { recursive: true });
    cpSync("package.json", join(copy, "package.json"));
    symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
    const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8"));
    const config = { compilerOptions, include: ["src/provider", "src/emulator", "src/client"] };
    writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(config));
    const page = readFileSync("CONTRIBUTING.md", "utf8");
    const [, diff = ""] = /```diff\n(.*?)```/s.exec(page) ?? [];
    const files = diff.split(/^--- .*\n/m).filter((text) => text !== "");
    expect(files).toHaveLength(1);
    for (const file of files) applyDiff(copy, file);
  });

  afterAll(() => rmSync(copy, { recursive: true }));

  it("compiles", () => {
    const { stdout } = spawnSync(join("node_modules", ".bin", "tsc"), ["-p", copy], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it("is planned, sent and cleared", () => {
    const program = `
      import { closeEmulated, emulatedCore } from "./test/core/emulated";
      async function main() {
        const { core, service } = await emulatedCore();
        const stored = [];
        for (const more of [{ purpose: "Mail" }, {}]) {
          const config = { name: "Postmasters", ...more };
          const { diagnostics } = await core.apply({ resources: { "rblmonitor_contact_group.it": { config } } });
          const group = service.account.objects("contact_group").find(({ name }) => name === "Postmasters");
          stored.push([diagnostics, group?.purpose]);
        }
        await closeEmulated();
        console.log(JSON.stringify(stored));
      }
      void main();`;
    buildSync({
      stdin: { contents: program, resolveDir: copy, loader: "ts" },
      bundle: true,
      platform: "node",
      outfile: join(copy, "program.js"),
    });
    const stored = JSON.parse(
      execFileSync(process.execPath, [join(copy, "program.js")], { encoding: "utf8" }),
    );
    expect(stored).toEqual([
      [[], "Mail"],
      [[], ""],
    ]);
  });
});

/** Applies the part of a diff that concerns one file, whose hunks have no line numbers. */
function applyDiff(folder: string, diff: string): void {
  const [head = "", ...lines] = diff.split("\n").filter((line) => line !== "" && !line.startsWith("@@"));
  const file = join(folder, head.replace("+++ b/", ""));
  const before = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const after = lines.map((line) => line.slice(1));
  const code = readFileSync(file, "utf8");
  expect(code.split(before.join("\n"))).toHaveLength(2);
  writeFileSync(file, code.replace(before.join("\n"), after.join("\n")));
}
