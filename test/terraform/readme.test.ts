import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import * as shapes from "../../src/terraform/schema/shapes";

const README = "src/terraform/README.md";

/** The code in the README, for a module outside the kit. */
async function example(): Promise<string> {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(await readFile(README, "utf8")) ?? [];
  return code.replace('"./terraform"', JSON.stringify(resolve("src/terraform")));
}

/** Bundles the example as described in the README. Returns the folder of the executable. */
async function bundled(folder: string): Promise<string> {
  const [, options = ""] = /npx esbuild main\.ts (.*)/.exec(await readFile(README, "utf8")) ?? [];
  const args = options.split(/ (?=--)/).map((option) => option.replaceAll("'", ""));
  await promisify(execFile)(resolve("node_modules/.bin/esbuild"), ["main.ts", ...args], { cwd: folder });
  await chmod(join(folder, "terraform-provider-text"), 0o755);
  return folder;
}

function configuration(text: string): string {
  return `
terraform {
  required_providers {
    text = {
      source = "example/text"
    }
  }
}
resource "text_file" "greeting" {
  path = "greeting.txt"
  text = "${text}"
}
`;
}

describe("the provider in the README of the plugin kit", () => {
  let folder: string;
  let terraform: TerraformWorkspace;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kit-"));
    await writeFile(join(folder, "main.ts"), await example());
    const settings = join(folder, "terraform.rc");
    const plugin = JSON.stringify(await bundled(folder));
    await writeFile(
      settings,
      `provider_installation {\n dev_overrides {\n "example/text" = ${plugin}\n }\n}\n`,
    );
    terraform = await terraformWorkspace({ environment: { TF_CLI_CONFIG_FILE: settings } });
  });

  afterAll(async () => {
    await terraform?.remove();
    await rm(folder, { recursive: true });
  });

  it("has at most thirty lines", async () => {
    expect((await example()).trim().split("\n").length).toBeLessThanOrEqual(30);
  });

  it("comes with a list of the constructors of values", async () => {
    const [, values = ""] = /^## Values\n(.*?)^## /ms.exec(await readFile(README, "utf8")) ?? [];
    const constructors = [...values.matchAll(/`(\w+)\(/g)].map(([, name]) => name);
    expect(constructors.sort()).toEqual(Object.keys(shapes).sort());
  });

  it("creates, repairs, updates, imports and destroys a file", async () => {
    const content = () => readFile(join(terraform.folder, "greeting.txt"), "utf8");
    const apply = () => terraform.succeed("apply", "-auto-approve");
    await terraform.write("main.tf", configuration("Hello"));
    await apply();
    expect(await content()).toBe("Hello");
    await rm(join(terraform.folder, "greeting.txt"));
    expect((await apply()).stdout).toContain("1 added, 0 changed, 0 destroyed");
    await terraform.write("main.tf", configuration("Good morning"));
    expect((await apply()).stdout).toContain("0 added, 1 changed, 0 destroyed");
    expect(await content()).toBe("Good morning");
    await terraform.succeed("state", "rm", "text_file.greeting");
    await terraform.succeed("import", "text_file.greeting", "greeting.txt");
    expect((await terraform.run("plan", "-detailed-exitcode")).code).toBe(0);
    await terraform.succeed("destroy", "-auto-approve");
    await expect(content()).rejects.toThrow("ENOENT");
  });

  it("compiles, but not with a state that lacks an attribute", async () => {
    const code = await example();
    const compile = async (text: string) => {
      await writeFile(join(folder, "main.ts"), text);
      const typeRoots = [resolve("node_modules/@types")];
      const settings = {
        extends: resolve("tsconfig.json"),
        compilerOptions: { typeRoots },
        files: ["main.ts"],
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...settings, include: [] }));
      return promisify(execFile)(resolve("node_modules/.bin/tsc"), ["-p", folder]);
    };
    await compile(code);
    await expect(compile(code.replace("{ path, text }", "{ path }"))).rejects.toMatchObject({
      stdout: expect.stringContaining("Property 'text' is missing"),
    });
  });
});
