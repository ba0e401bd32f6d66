import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { closeAccounts, openAccount, type TestAccount } from "../acceptance/account";
import { running } from "../acceptance/running-plugin";
import { projectWith } from "../lib/consumer-project";
import { itWith } from "../real-core";

const folder = "docs/guides";

/** The code blocks of a language in a guide, in their order. */
async function blocks(guide: string, language: string): Promise<string[]> {
  const text = await readFile(join(folder, guide), "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter((block) => block[1] === language)
    .map((block) => `${block[2]}`);
}

/** The blocks as one configuration: a resource that is shown again replaces the first one. */
function composed(code: readonly string[]): string {
  const found = code.flatMap((block) => [...block.matchAll(/^(\w.*?) \{(?:\}$|.*?^\})/gms)]);
  return [
    ...new Map(found.map(([text, heading]) => [heading?.includes('"') ? heading : text, text])).values(),
  ].join("\n\n");
}

const required =
  'terraform {\n  required_providers {\n    rblmonitor = {\n      source = "rblmonitor/rblmonitor"\n    }\n  }\n}\n';

const onlyImports = "Plan: 3 to import, 0 to add, 0 to change, 0 to destroy.";

let account: TestAccount;
let service: TestAccount["service"];

async function workspaceWith(files: Readonly<Record<string, string>>): Promise<TerraformWorkspace> {
  const installed = await account.another({ files, plugin: { mirror: "dist/mirror" } });
  const { folder } = installed.workspace;
  await succeed(installed.workspace, "init");
  return (await account.another({ ...running, folder })).workspace;
}

async function succeed(workspace: TerraformWorkspace, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await workspace.run(...args);
  expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: "" });
  return stdout;
}

beforeAll(async () => {
  account = await openAccount();
  ({ service } = account);
});
afterAll(closeAccounts);

describe("every guide", () => {
  let guides: readonly string[];
  beforeAll(async () => {
    guides = await readdir(folder);
    expect(guides).toContain("getting-started.md");
  });

  it("has the title and the description that the registry wants, and no generator's heading", async () => {
    for (const guide of guides) {
      const text = await readFile(join(folder, guide), "utf8");
      expect(text).toMatch(
        /^---\npage_title: "(.+)"\nsubcategory: ""\ndescription: \|-\n {2}.+\n---\n\n# \1\n\n/,
      );
    }
  });

  it("links to another guide, and another one links to it", async () => {
    const links = new Map<string, readonly string[]>();
    for (const guide of guides) {
      const text = await readFile(join(folder, guide), "utf8");
      links.set(
        guide,
        [...text.matchAll(/\]\(([\w.-]+\.md)/g)].map(([, target]) => `${target}`),
      );
    }
    for (const [guide, targets] of links) {
      expect([guide, targets.some((target) => target !== guide && guides.includes(target))]).toEqual([
        guide,
        true,
      ]);
      const sources = [...links].filter(([source, found]) => source !== guide && found.includes(guide));
      expect([guide, sources.length > 0]).toEqual([guide, true]);
    }
  });

  it("has HCL as terraform lays it out", async () => {
    const code = await Promise.all(guides.map((guide) => blocks(guide, "terraform")));
    const files = Object.fromEntries(code.flat().map((block, number) => [`${number}.tf`, block]));
    const { workspace } = await account.another({ files });
    await succeed(workspace, "fmt", "-check", "-diff");
  });
});

// In one account, in this order.
describe("the guides", () => {
  itWith("write-only attributes")(
    "for getting started: applied as first declared, then confirmed",
    async () => {
      const [first = "", ...further] = await blocks("getting-started.md", "terraform");
      const workspace = await workspaceWith({ "main.tf": first });
      await succeed(workspace, "apply", "-auto-approve");
      const [contact, ...others] = service.account.objects("contact");
      expect([contact?.confirmed, others]).toEqual([false, []]);
      await succeed(workspace, "plan", "-detailed-exitcode");

      await workspace.write("main.tf", composed([first, ...further]));
      const code = service.account.authcode(`${contact?.id}`);
      await succeed(workspace, "apply", "-auto-approve", `-var=confirmation_code=${code}`);
      expect(service.account.objects("contact").map(({ confirmed }) => confirmed)).toEqual([true]);
      await succeed(workspace, "plan", "-detailed-exitcode");
    },
  );

  // Of what getting started has created, which needs them.
  itWith("write-only attributes")(
    "for importing: terraform writes the configuration, and plans only the imports",
    async () => {
      const code = await blocks("importing-an-account.md", "terraform");
      const [command = ""] = await blocks("importing-an-account.md", "shell");
      const workspace = await workspaceWith({ "required.tf": required, "import.tf": composed(code) });
      const [, ...args] = command.trim().split(" ");
      expect(await succeed(workspace, ...args)).toContain(onlyImports);
      await workspace.write("import.tf", composed(code).replaceAll(/^ +provider .*\n/gm, ""));
      await succeed(workspace, "apply", "-auto-approve");
      await succeed(workspace, "plan", "-detailed-exitcode");
    },
  );

  itWith("write-only attributes")("for importing in TypeScript: plans only the imports", async () => {
    const [code = ""] = await blocks("importing-an-account.md", "typescript");
    expect((await plansOf([code]))[0]).toContain(onlyImports);
  });

  it("for CDK Terrain: planned as declared, alone and with what its sections add", async () => {
    const [program = "", monitor = "", call = "", ...more] = await blocks("cdktf.md", "typescript");
    const [fleet = "", aspects = ""] = more;
    const imported = {
      cdktn: "Aspects, DataResource, Fn, TerraformVariable",
      "rblmonitor/cdktn": "CertificateProfile, monitorAddresses, pauseAll, requestBudget, tagAll",
    };
    const imports = Object.entries(imported).map(
      ([module, names]) => `import { ${names} } from "${module}";\n`,
    );
    const replaced = monitor.replace(/^monitorAddresses\(.*\n/m, call);
    expect(replaced).toContain("exoscale_elastic_ip");
    const plans = { 7: monitor + aspects, 9: replaced + aspects, 10: replaced + fleet + aspects };
    const programs = Object.values(plans).map(
      (added) => imports.join("") + program.replace("app.synth();", (end) => added + end),
    );
    const printed = await plansOf([program, ...programs]);
    for (const [index, count] of [5, ...Object.keys(plans)].entries())
      expect(printed[index]).toContain(`Plan: ${count} to add`);
  });

  itWith("write-only attributes")("for CDK Terrain: its write-only argument is planned", async () => {
    const [program = "", , , , , writeOnly = ""] = await blocks("cdktf.md", "typescript");
    const targeted = program.replace(
      "new App()",
      'new App({ context: { targetVersions: { terraform: ">=1.11" } } })',
    );
    const names = 'import { TerraformVariable } from "cdktn";\nimport { Contact } from "rblmonitor/cdktn";\n';
    const code = names + targeted.replace("app.synth();", (end) => writeOnly + end);
    expect((await plansOf([code], "-var=key=secret"))[0]).toContain("Plan: 6 to add");
  });

  it("for several stacks: the others use the group and profile of the first", async () => {
    const program = (await blocks("cdktf.md", "typescript")).findLast((code) => code.includes("for (const"));
    const project = await projectOf(program ?? "");
    try {
      expect(await project.run()).toMatchObject({ code: 0 });
      for (const [stack, count] of Object.entries({ shared: 2, eu: 1, us: 1 })) {
        const file = join(project.folder, "0", "stacks", stack, "cdk.tf.json");
        const workspace = await workspaceWith({ "cdk.tf.json": await readFile(file, "utf8") });
        const printed = await succeed(workspace, "apply", "-auto-approve");
        expect(printed).toContain(`Apply complete! Resources: ${count} added`);
      }
    } finally {
      await project.remove();
    }
  });

  it("for migrating: what was made over one version plans nothing over the other", async () => {
    const [legacy = "", current = "", ...more] = await blocks("migrating-from-3.0.md", "terraform");
    expect(more).toEqual([]);
    const group = 'resource "rblmonitor_contact_group" "night" {\n  name = "Night shift"\n}\n';
    const workspace = await workspaceWith({ "required.tf": required, "group.tf": group, "main.tf": legacy });
    await succeed(workspace, "apply", "-auto-approve");
    expect(service.requests.at(-1)?.version).toBe("3.0");
    await workspace.write("main.tf", current);
    await succeed(workspace, "plan", "-detailed-exitcode");
    expect(service.requests.at(-1)?.version).toBe("4.0");
    await succeed(workspace, "destroy", "-auto-approve");
  });

  it("for testing: its tests pass, and fail on a stack that is not as they say", async () => {
    const [code = ""] = await blocks("testing.md", "typescript");
    const project = await projectOf(code);
    try {
      expect(await project.run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# pass 2$/m) });
    } finally {
      await project.remove();
    }
    const untagged = await projectOf(code.replace('tags: ["sender"]', "tags: []"));
    try {
      expect(await untagged.run()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^# fail 1$/m) });
    } finally {
      await untagged.remove();
    }
  });

  itWith("actions")("for actions: planned as declared", async () => {
    const code = await blocks("actions.md", "terraform");
    expect(code.length).toBe(2);
    for (const main of code) await succeed(await workspaceWith({ "main.tf": main }), "plan");
  });

  it("for rate limits: valid", async () => {
    const code = await blocks("rate-limits.md", "terraform");
    const workspace = await workspaceWith({ "required.tf": required, "main.tf": composed(code) });
    await succeed(workspace, "validate");
  });
});

/** What terraform prints when it plans applications with a stack each, which one process synthesises. */
async function plansOf(programs: readonly string[], ...args: string[]): Promise<string[]> {
  const project = await projectOf(...programs);
  const printed: string[] = [];
  try {
    expect(await project.run()).toMatchObject({ code: 0 });
    for (const number of programs.keys()) {
      const [stack = ""] = await readdir(join(project.folder, `${number}`, "stacks"));
      const file = join(project.folder, `${number}`, "stacks", stack, "cdk.tf.json");
      const workspace = await workspaceWith({ "cdk.tf.json": await readFile(file, "utf8") });
      printed.push(await succeed(workspace, "plan", ...args));
    }
    return printed;
  } finally {
    await project.remove();
  }
}

/** A project with those programs in it. */
async function projectOf(...programs: readonly string[]) {
  const project = await projectWith(["cdktf", "cdktn", "constructs", "rblmonitor"]);
  let main = "";
  for (const [number, code] of programs.entries()) {
    const script = await transform(code, { loader: "ts", format: "cjs" });
    await project.write(`${number}.js`, script.code);
    main += `process.env.CDKTF_OUTDIR = "${number}";\nrequire("./${number}.js");\n`;
  }
  await project.write("main.js", main);
  const run = async (): Promise<{ code: number; stdout: string }> => {
    const args = ["--test-reporter=tap", "main.js"];
    const running = promisify(execFile)(process.execPath, args, { cwd: project.folder });
    return running.then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );
  };
  return { folder: project.folder, run, remove: () => project.remove() };
}
