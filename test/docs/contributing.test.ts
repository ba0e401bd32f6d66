import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
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

it.each(placeholders.command ?? [])(
  "the command %s has tests in a folder or a file of its own",
  (command) => {
    const tests = `test/cli/commands/${command}`;
    const files = existsSync(tests) ? readdirSync(tests) : readdirSync(dirname(tests));
    const wanted = existsSync(tests) ? /\.test\.ts$/ : new RegExp(`^${command}\\.test\\.ts$`);
    expect(files.filter((file) => wanted.test(file))).not.toEqual([]);
  },
);

const diffs = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/```diff\n(.*?)```/gs)].map(
  ([, diff]) => `${diff}`,
);

/** A program that applies configurations one after another, and prints what the account has of an object after each. */
const program = (kind: string, configs: readonly object[]) => `
  import { closeEmulated, emulatedCore } from "./test/core/emulated";
  import { existing } from "./test/objects";
  async function main() {
    const { core, service } = await emulatedCore();
    const first = existing(service)("contact_group", 1);
    const stored = [];
    for (const config of ${JSON.stringify(configs)}) {
      const resource = { config: "first" in config ? { ...config, first } : config };
      const { diagnostics } = await core.apply({ resources: { "rblmonitor_${kind}.it": resource } });
      const object = service.account.objects("${kind}").find(({ name }) => name === config.name);
      stored.push([diagnostics, object === undefined ? null : { ...object, first: object.first === first }]);
    }
    await closeEmulated();
    console.log(JSON.stringify(stored));
  }
  void main();`;

describe.each([
  {
    example: "attribute",
    diff: diffs[0] ?? "",
    files: 1,
    kind: "contact_group",
    plural: "contact_groups",
    type: "ContactGroups",
    withArticle: "a contact group",
    configs: [{ name: "Postmasters", purpose: "Mail" }, { name: "Postmasters" }],
    stored: [{ purpose: "Mail" }, { purpose: "" }],
  },
  {
    example: "kind",
    diff: diffs[1] ?? "",
    files: 5,
    kind: "escalation_policy",
    plural: "escalation_policies",
    type: "EscalationPolicies",
    withArticle: "an escalation policy",
    configs: [
      { name: "Nights", first: "" },
      { name: "Days", first: "" },
    ],
    stored: [{ first: true }, { first: true }],
  },
])("the $example that is added as an example", (example) => {
  const { diff, files, kind, plural, type, withArticle, configs, stored } = example;
  let copy: string;

  beforeAll(() => {
    const parts = partsOf(diff);
    expect(parts).toHaveLength(files);
    copy = copyWith(parts);
  });

  afterAll(() => rmSync(copy, { recursive: true }));

  it("compiles", () => {
    expect(compile(copy)).toBe("");
  });

  it("is planned, sent and cleared", () => {
    const expected = stored.map((object) => [[], expect.objectContaining(object)]);
    expect(printedBy(copy, program(kind, configs))).toEqual(expected);
  });

  it("names the data sources and the code of adopt after the plural of the kind", () => {
    const names = `
      import { dataSources } from "./src/provider/data/data-sources";
      import { namesOf } from "./src/cli/commands/adopt/output/typescript-syntax";
      console.log(JSON.stringify([Object.keys(dataSources), namesOf("${kind}").type]));`;
    expect(printedBy(copy, names)).toEqual([expect.arrayContaining([`rblmonitor_${plural}`]), type]);
  });

  it("is named with its article in messages", () => {
    const message = `
      import { sid } from "./src/service/rules";
      console.log(JSON.stringify(sid("${kind}").problem?.("x")));`;
    expect(printedBy(copy, message)).toContain(`must be the SID of ${withArticle} (`);
  });
});

/** The kind of the example, but pausable, with two lists of references and a number with a default. */
const lessPlain: readonly (readonly [before: string, after: string])[] = [
  ['"/contact/policies", pausable: false', '"/contact/policies", pausable: true'],
  [
    'required(sid("contact_group"), ',
    'named("first_groups", required(contactGroups, "Groups that are notified first."),),\n+    second: named("second_groups", optional(list(sid("contact_group")), "Groups that are notified next."),),\n+    delay: defaulted(number, 15, ',
  ],
  ["{ attributesOf }", "{ attributesOf, paused }"],
  [
    'attributes: attributesOf("escalation_policy")',
    'attributes: { ...attributesOf("escalation_policy"), paused: paused("Whether the policy is paused.") }',
  ],
  ['first: refer("contact_group", n)', 'first: [refer("contact_group", n)]'],
];

it("a kind that is less plain than the example passes the tests of every kind", () => {
  const diff = lessPlain.reduce((text, [before, after]) => {
    expect(text.split(before)).toHaveLength(2);
    return text.replace(before, () => after);
  }, diffs[1] ?? "");
  const copy = copyWith(partsOf(diff));
  const tests = ["core/lives", "provider/tables", "provider/data/observed", "provider/managed/stored-forms"];
  const args = [
    resolve("node_modules/jest/bin/jest.js"),
    "-w",
    "1",
    ...tests.map((test) => `test/${test}.test.ts`),
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  expect(status === 0 ? "" : stderr).toBe("");
  rmSync(copy, { recursive: true });
});

it("a kind without the rest does not compile, and the errors name the places that lack it", () => {
  const copy = copyWith(partsOf(diffs[1] ?? "").slice(0, 1));
  const files = [...compile(copy).matchAll(/((?:src|test)\/\S+?)\(\d+,\d+\): error/g)].map(
    ([, file]) => file,
  );
  expect(files.sort()).toEqual(["src/provider/resources.ts", "src/service/fields.ts", "test/objects.ts"]);
  rmSync(copy, { recursive: true });
});

function partsOf(diff: string): string[] {
  return diff.split(/^--- .*\n/m).filter((text) => text !== "");
}

/** A folder with all code, the built packages that tests and examples import, and those parts of a diff. */
function copyWith(parts: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "contributing-"));
  for (const path of ["src", "lib", "test", "examples", "package.json", "tsconfig.json"])
    cpSync(path, join(copy, path), { recursive: true, filter: (file) => !file.endsWith("/corpus") });
  for (const path of ["node_modules", "dist/lib", "dist/webhooks"]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    symlinkSync(resolve(path), join(copy, path));
  }
  for (const part of parts) applyDiff(copy, part);
  return copy;
}

/** The JSON that a program prints, in a folder with the code. */
function printedBy(folder: string, contents: string): unknown {
  const outfile = join(folder, "program.js");
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  buildSync({ stdin, bundle: true, platform: "node", outfile });
  return JSON.parse(execFileSync(process.execPath, [outfile], { encoding: "utf8" }));
}

/** The errors of the compiler. */
function compile(folder: string): string {
  return spawnSync(join("node_modules", ".bin", "tsc"), ["-p", folder], { encoding: "utf8" }).stdout;
}

/** Applies the part of a diff that concerns one file, whose hunks have no line numbers. */
function applyDiff(folder: string, diff: string): void {
  const [head = "", ...lines] = diff.split("\n").filter((line) => line !== "");
  const file = join(folder, head.replace("+++ b/", ""));
  if (!existsSync(file)) writeFileSync(file, "");
  for (const hunk of lines
    .join("\n")
    .split(/^@@.*\n/m)
    .filter((text) => text !== "")) {
    const changed = hunk.trimEnd().split("\n");
    const before = changed.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
    const after = changed.map((line) => line.slice(1));
    const code = readFileSync(file, "utf8");
    if (before.length > 0) expect(code.split(before.join("\n"))).toHaveLength(2);
    writeFileSync(
      file,
      code.replace(before.join("\n"), () => after.join("\n")),
    );
  }
}
