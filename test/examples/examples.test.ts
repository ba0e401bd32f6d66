import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Emulator } from "../../src/emulator/emulator";
import { providerSchemaJson } from "../../src/provider/schema-json";
import { type Kind, kinds } from "../../src/service/kinds";
import { sidKind } from "../../src/service/sids";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { closeAccounts, openAccount } from "../acceptance/account";
import { running } from "../acceptance/running-plugin";
import { asPrinted, printedSchemas } from "../printed-schemas";
import { describeWith } from "../real-core";
import { planJson, type StateResource, stateJson } from "../shown-json";
import { succeed as succeedIn } from "./application";
import {
  type ExampleFiles,
  exampleNames,
  hclExamples,
  moduleName,
  typescriptExamples,
} from "./example-modules";

const languages: Readonly<Record<string, (folder: string) => Promise<ExampleFiles>>> = {
  HCL: hclExamples,
  TypeScript: typescriptExamples,
};

const described = describeWith("write-only attributes").each(Object.entries(languages));

described("the examples in %s, in one account", (language, compose) => {
  let folder: string;
  let service: Emulator;
  /** The same configuration, with the plugin that terraform installed and with one that runs all along. */
  let installed: TerraformWorkspace;
  let workspace: TerraformWorkspace;
  let before: readonly string[];

  const census = (): string[] =>
    Object.keys(kinds)
      .flatMap((kind) => service.account.objects(kind as Kind).map(({ id }) => id))
      .sort();
  const succeed = (...args: string[]): Promise<string> => succeedIn(workspace, ...args);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "examples-"));
    const mirrored = { plugin: { mirror: "dist/mirror" }, files: await compose(folder) };
    const account = await openAccount({ limits: { hour: 10_000 } }, mirrored);
    ({ service, workspace: installed } = account);
    before = census();
    await succeedIn(installed, "init");
    ({ workspace } = await account.another({ ...running, folder: installed.folder }));
  });
  afterAll(async () => {
    await closeAccounts();
    await rm(folder, { recursive: true, force: true });
  });

  it("are valid, without a warning", async () => {
    expect(JSON.parse(await succeedIn(installed, "validate", "-json"))).toMatchObject({
      valid: true,
      diagnostics: [],
    });
  });

  it("are applied", async () => {
    await succeed("apply", "-auto-approve");
    expect(census().length).toBeGreaterThan(before.length + 15);
  });

  it("have an empty plan afterwards", async () => {
    await succeed("plan", "-detailed-exitcode");
  });

  it("find existing objects with data sources", async () => {
    const { values } = await stateJson(workspace);
    const lists = resourcesIn(values?.root_module).filter(
      ({ mode, type }) => mode === "data" && /s$/.test(type),
    );
    // Nothing in this account is listed, nor has it certificate errors.
    const found = lists.filter(
      ({ type }) => !/_(hosts|listings|certificate_errors|check_status)$/.test(type),
    );
    expect(found.length).toBeGreaterThanOrEqual(6);
    for (const { type, values } of found) {
      const list = values[type.replace("rblmonitor_", "")];
      expect([type, list]).toEqual([type, expect.arrayContaining([expect.anything()])]);
    }
  });

  it("say what functions return", async () => {
    const { values } = await stateJson(workspace);
    const returned = (await exampleNames()).filter((name) => name.startsWith("functions/")).map(returnedBy);
    const reported = (await Promise.all(returned)).flat();
    expect(reported.length).toBeGreaterThanOrEqual(2);
    for (const { module, output, value } of reported) {
      expect(values?.outputs?.[module]?.value).toMatchObject({ [output]: value });
    }
  });

  if (language === "HCL") {
    it("are formatted as terraform fmt formats them", async () => {
      await succeed("fmt", "-check", "-diff", "-recursive", resolve("examples"));
    });

    it("use a provider whose printed schema is the source of the documentation", async () => {
      const printed = printedSchemas(await succeed("providers", "schema", "-json"));
      expect(printed).toEqual(asPrinted(providerSchemaJson()));
    });

    it("are imported by the documented commands, and then have an empty plan", async () => {
      const imports = (await Promise.all((await exampleNames()).map(importsOf))).flat();
      expect(new Set(imports.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
      const { values } = await stateJson(workspace);
      const sids = new Map(
        resourcesIn(values?.root_module).map(({ address, values }) => [address, values.id]),
      );
      // One plan imports an object once: the first command of each example, then the second of those that have one.
      for (let round = 0; imports.some(({ ids }) => ids[round] !== undefined); round += 1) {
        const now = imports.filter(({ ids }) => ids[round] !== undefined);
        await succeed("state", "rm", ...now.map(({ to }) => to));
        const blocks = now.map(({ kind, to, ids }) => {
          const isSid = sidKind(`${ids[round]}`) === kind;
          return `import {\n  to = ${to}\n  id = "${isSid ? sids.get(to) : ids[round]}"\n}\n`;
        });
        await workspace.write("imports.tf", blocks.join(""));
        const { resource_changes: changes = [] } = await planJson(workspace);
        expect(changes.filter(({ change }) => change.actions.join() !== "no-op")).toEqual([]);
        await succeed("apply", "planned");
      }
    });
  }

  it("are destroyed without leaving anything", async () => {
    await workspace.write("imports.tf", "");
    await succeed("destroy", "-auto-approve");
    expect(census()).toEqual(before);
  });
});

interface Module {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly Module[];
}

/** Everything in a state, in modules too. */
function resourcesIn({ resources = [], child_modules: children = [] }: Module = {}): StateResource[] {
  return [...resources, ...children.flatMap(resourcesIn)];
}

/** What an example's commands import: an object, at its address in the composed configuration, by this id or that. */
async function importsOf(name: string): Promise<{ kind: string; to: string; ids: string[] }[]> {
  const commands = await readFile(join("examples", name, "import.sh"), "utf8").catch(() => "");
  const found = [...commands.matchAll(/^terraform import (?<address>\S+) "?(?<id>[^"\n]+)"?$/gm)];
  const ids = new Map<string, string[]>();
  for (const { groups } of found) {
    const address = `${groups?.address}`;
    ids.set(address, [...(ids.get(address) ?? []), `${groups?.id}`]);
  }
  return [...ids].map(([address, all]) => {
    const kind = address.replace(/^rblmonitor_|\..*/g, "");
    return { kind, to: `module.${moduleName(name)}.${address}`, ids: all };
  });
}

/** What the comment above an output of a function's example says. */
async function returnedBy(name: string): Promise<{ module: string; output: string; value: unknown }[]> {
  const code = await readFile(join("examples", name, "function.tf"), "utf8");
  return [...code.matchAll(/^# (.+)\noutput "(\w+)"/gm)].map(([, value, output]) => ({
    module: moduleName(name),
    output: `${output}`,
    value: JSON.parse(`${value}`),
  }));
}
