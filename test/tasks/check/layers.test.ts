import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { crossings } from "../../../src/tasks/check/layers";
import { biomeProgram } from "../../../src/tasks/format";
import { runProgram } from "../../../src/tasks/programs";

describe("the layers", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "layers-"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const crossingsOf = async (path: string, code: string): Promise<string> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), code);
    return crossings(root);
  };

  it("apply to this project", async () => {
    expect(await crossings()).toBe("");
  });

  it("let an arrow through", async () => {
    expect(await crossingsOf("src/provider/host.ts", 'import { sids } from "../service/sids";')).toBe("");
  });

  it("let all folders below through, and keep tasks from tests", async () => {
    await crossingsOf(
      "src/tasks/check/index.ts",
      'import "../../service/kinds"; import "../../../lib/once";',
    );
    expect(await crossingsOf("src/cli/main.ts", 'import "../client/client"; import "../legacy/calls";')).toBe(
      "",
    );
    expect(await crossingsOf("src/tasks/synth.ts", 'import "../../test/registry";')).toBe(
      "src/tasks/synth.ts imports test/registry",
    );
  });

  it("refuse imports against the direction of the layers", async () => {
    expect(await crossingsOf("src/service/sids.ts", 'import { host } from "../provider/host";')).toBe(
      "src/service/sids.ts imports src/provider/host",
    );
  });

  it("keep the product from the tasks, and the constructs and examples from the product", async () => {
    await crossingsOf("src/cli/main.ts", 'import { build } from "../tasks/build";');
    await crossingsOf("lib/index.ts", 'export { host } from "../src/provider/host";');
    expect((await crossingsOf("examples/a/main.ts", 'import "../../lib";')).split("\n")).toEqual([
      "examples/a/main.ts imports lib",
      "lib/index.ts imports src/provider/host",
      "src/cli/main.ts imports src/tasks/build",
    ]);
  });

  it("allow only tests and its own modules to import past the index of the plugin kit", async () => {
    await crossingsOf(
      "src/provider/host.ts",
      'import { string } from "../terraform"; import "../terraform/start";',
    );
    await crossingsOf("src/terraform/schema/shapes.ts", 'import "../values/type";');
    await crossingsOf("test/terraform/values.test.ts", 'import "../../src/terraform/values/type";');
    await crossingsOf("src/tasks/bench/start.ts", 'import "../../terraform/serve/handshake";');
    expect((await crossingsOf("src/provider/source.ts", 'import "../terraform/index";')).split("\n")).toEqual(
      [
        "src/provider/source.ts imports src/terraform/index",
        "src/tasks/bench/start.ts imports src/terraform/serve/handshake",
      ],
    );
  });

  it("keep commands apart, and let all of them import shared folders", async () => {
    await crossingsOf(
      "src/cli/commands/drift/run.ts",
      'import "./output/json"; import "../../state/read"; import "../../input";',
    );
    await crossingsOf("src/cli/program.ts", 'import { drift } from "./commands/drift/command";');
    expect(await crossingsOf("src/cli/state/read.ts", "export {};")).toBe("");
    await crossingsOf("src/cli/commands/report/facts/lists.ts", 'import { lists } from "../../drift/lists";');
    await crossingsOf("src/cli/state/read.ts", 'import { lists } from "../commands/drift/lists";');
    expect(
      (await crossingsOf("src/cli/input.ts", 'import { lists } from "./commands/drift/lists";')).split("\n"),
    ).toEqual([
      "src/cli/commands/report/facts/lists.ts imports src/cli/commands/drift/lists",
      "src/cli/input.ts imports src/cli/commands/drift/lists",
      "src/cli/state/read.ts imports src/cli/commands/drift/lists",
    ]);
  });

  it.each([
    ["a type", 'import type { Host } from "../provider/host";'],
    ["a type in place", 'type Host = import("../provider/host").Host;'],
    ["an export", 'export * from "../provider/host";'],
    ["a late import", 'const load = () => import("../provider/host");'],
    ["a require", 'const { host } = require("../provider/host");'],
    ["an import with require", 'import host = require("../provider/host");'],
  ])("count %s", async (_, code) => {
    expect(await crossingsOf("src/terraform/plan.ts", code)).toContain("src/provider/host");
  });

  it("cover every folder", async () => {
    expect(await crossingsOf("src/utils/strings.ts", "export {};")).toContain("lies in no folder");
  });
});

it("circles of imports fail the check of format and lint, in types as well", async () => {
  const root = await mkdtemp(join(tmpdir(), "circles-"));
  const files = {
    ".gitignore": "dist/\n",
    "src/client/client.ts": 'import "./lists";\n',
    "src/client/lists.ts": 'export type { Client } from "./client";\n',
    "src/webhooks/index.ts": 'export * from "./fields";\n',
    "src/webhooks/fields.ts": 'import "../webhooks";\n',
    "src/webhooks/other.ts": 'import "./fields";\n',
  };
  for (const [path, code] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), code);
  }
  await copyFile(".biome.json", join(root, ".biome.json"));
  const args = [resolve(biomeProgram), "check", "--reporter=github"];
  const { code, stdout } = await runProgram(process.execPath, args, { cwd: root });
  await rm(root, { recursive: true });
  const circles = stdout.matchAll(/noImportCycles,file=\S*\/(src\/\w+\/\w+)\.ts,/g);
  expect([code, ...[...circles].map(([, module]) => module).sort()]).toEqual([
    1,
    "src/client/client",
    "src/client/lists",
    "src/webhooks/fields",
    "src/webhooks/index",
  ]);
});
