import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** The examples of one language as a configuration: files by their path in it. */
export type ExampleFiles = Readonly<Record<string, string>>;

/** An example of a resource, a data source or a function, such as `resources/rblmonitor_host`. */
type ExampleName = string;

/** Values of the variables that examples leave open. */
const VARIABLES: Readonly<Record<ExampleName, Readonly<Record<string, string>>>> = {
  "resources/rblmonitor_contact": { alerts_key: "0123456789" },
  "functions/verify_webhook": { signing_secret: "0123456789", signature: "t=1,v1=00", body: "{}" },
};

const REQUIRED = `terraform {
  required_providers {
    rblmonitor = {
      source = "rblmonitor/rblmonitor"
    }
  }
}
`;

/** The names of all examples. */
export async function exampleNames(): Promise<readonly ExampleName[]> {
  const sorts = ["resources", "data-sources", "ephemeral-resources", "functions"].map(async (sort) => {
    const names = await readdir(join("examples", sort)).catch(() => []);
    return names.sort().map((name) => `${sort}/${name}`);
  });
  return (await Promise.all(sorts)).flat();
}

/** The examples in HCL: that of the provider as the root, and the others as its modules, word for word. */
export async function hclExamples(): Promise<ExampleFiles> {
  const names = await exampleNames();
  const modules = names.map(async (name) => {
    const file = (await readdir(join("examples", name))).find((one) => one.endsWith(".tf")) ?? "none";
    return {
      [`${name}/${file}`]: await readFile(join("examples", name, file), "utf8"),
      [`${name}/required.tf`]: REQUIRED,
    };
  });
  return Object.assign(
    { "provider.tf": await readFile("examples/provider/provider.tf", "utf8"), "modules.tf": calls(names) },
    ...(await Promise.all(modules)),
  );
}

/**
 * What the examples in TypeScript write, composed in the same way. They are run by node, all in one process, which is
 * given the folder for each.
 */
export async function typescriptExamples(folder: string): Promise<ExampleFiles> {
  const names = await exampleNames();
  const program = ["provider", ...names].flatMap((name) => [
    `process.env.CDKTF_OUTDIR = ${JSON.stringify(join(folder, moduleName(name)))};`,
    `require(${JSON.stringify(resolve("dist/examples", name, "main.js"))});`,
  ]);
  await writeFile(join(folder, "all.js"), program.join("\n"));
  await promisify(execFile)(process.execPath, ["all.js"], { cwd: folder });
  const modules = names.map(async (name) => {
    const { terraform, provider, ...rest } = JSON.parse(await synthesised(folder, name));
    // A module has neither a backend nor a provider of its own: it is given those of the root.
    const { backend, ...required } = terraform;
    expect([Object.keys(backend), provider]).toEqual([["local"], { rblmonitor: [{}] }]);
    return { [`${name}/main.tf.json`]: JSON.stringify({ terraform: required, ...rest }) };
  });
  return Object.assign(
    { "provider.tf.json": await synthesised(folder, "provider"), "modules.tf": calls(names) },
    ...(await Promise.all(modules)),
  );
}

/** The one stack that an example made. */
async function synthesised(folder: string, name: ExampleName): Promise<string> {
  const stacks = join(folder, moduleName(name), "stacks");
  const [stack = "", ...others] = await readdir(stacks);
  expect(others).toEqual([]);
  return readFile(join(stacks, stack, "cdk.tf.json"), "utf8");
}

/** Calls every example as a module. Data sources find what the examples of resources made. */
function calls(names: readonly ExampleName[]): string {
  const resources = names.filter((name) => name.startsWith("resources/")).map(moduleName);
  const call = (name: ExampleName): string => {
    const variables = Object.entries(VARIABLES[name] ?? {}).map(([key, value]) => `  ${key} = "${value}"\n`);
    const after = name.startsWith("data-sources/")
      ? `  depends_on = [${resources.map((resource) => `module.${resource}`).join(", ")}]\n`
      : "";
    const called = `module "${moduleName(name)}" {\n  source = "./${name}"\n${variables.join("")}${after}}\n`;
    return name.startsWith("functions/") ? `${called}${output(name)}` : called;
  };
  return names.map(call).join("\n");
}

/** Shows the outputs of an example. */
function output(name: ExampleName): string {
  const module = moduleName(name);
  return `output "${module}" {\n  value = module.${module}\n  sensitive = true\n}\n`;
}

/** The name of the module that an example becomes. */
export function moduleName(name: ExampleName): string {
  return name.replace("/", "_");
}
