import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { hclText } from "../../../../src/cli/commands/adopt/output/hcl";
import { plainLine } from "../../../../src/cli/commands/adopt/output/plain-text";
import { constructText } from "../../../../src/cli/commands/adopt/output/typescript-syntax";
import { terraformWorkspace } from "../../../../src/tasks/real-terraform/workspace";
import { planJson } from "../../../shown-json";
import { newFolder, removeAdopted } from "./adopted";
import { nastyNames } from "./full-account";

afterAll(removeAdopted);

/** Texts of any characters, and of those that code, templates and comments are made of. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."$%{}\"'\\`~#/*<!-un0 \n\r\t\u0000\u2028\u202E\uFEFF\uD800é👩") }),
  fc.constantFrom(...nastyNames),
  // Terraform's parsers drop it at the beginning of what they read.
  fc.string().map((rest) => `\uFEFF${rest}`),
);
/** Many, so that Terraform is started a few times only. */
const texts = fc.array(text, { minLength: 375, maxLength: 375 });

/** The texts as Terraform keeps them: well-formed, and composed. */
const kept = (all: readonly string[]) => all.map((each) => Buffer.from(each).toString().normalize("NFC"));

/** The numbered outputs of a configuration, as Terraform evaluates them. */
async function evaluated(file: string, content: string): Promise<unknown[]> {
  const workspace = await terraformWorkspace({ files: { [file]: content } });
  try {
    const { output_changes: outputs = {} } = await planJson(workspace);
    return Object.keys(outputs)
      .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
      .map((name) => (outputs[name] as { after: unknown }).after);
  } finally {
    await workspace.remove();
  }
}

describe("any text", () => {
  it("is what HCL makes of its string", () =>
    fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const outputs = all.map((each, n) => `output "o${n}" {\n  value = ${hclText(each)}\n}\n`);
        expect(await evaluated("main.tf", outputs.join(""))).toEqual(kept(all));
      }),
      { numRuns: 2 },
    ));

  it("is what CDKTF and Terraform make of its string", () =>
    fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const folder = await newFolder();
        await mkdir(join(folder, "node_modules"));
        await symlink(resolve("node_modules/cdktf"), join(folder, "node_modules/cdktf"));
        await writeFile(
          join(folder, "main.js"),
          `const { App, TerraformOutput, TerraformStack } = require("cdktf");
const app = new App();
const stack = new TerraformStack(app, "texts");
[${all.map(constructText).join(",\n")}].forEach((value, n) => new TerraformOutput(stack, "o" + n, { value }));
app.synth();
`,
        );
        await promisify(execFile)(process.execPath, ["main.js"], { cwd: folder });
        const stack = JSON.parse(await readFile(join(folder, "cdktf.out/stacks/texts/cdk.tf.json"), "utf8"));
        const found = await evaluated("main.tf.json", JSON.stringify({ output: stack.output }));
        expect(found).toEqual(kept(all));
      }),
      { numRuns: 2 },
    ));

  it("shows nothing in code that cannot be seen", () => {
    fc.assert(
      fc.property(text, (each) => {
        for (const code of [hclText(each), constructText(each), plainLine(each)])
          expect(code).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});
