import { access } from "node:fs/promises";
import {
  type TerraformWorkspace,
  terraformWorkspace,
  type WorkspaceOptions,
} from "../../../src/tasks/real-terraform/workspace";
import { planJson, stateJson } from "../../shown-json";

describe("a terraform workspace", () => {
  let workspace: TerraformWorkspace;
  const make = async (options: WorkspaceOptions): Promise<void> => {
    workspace = await terraformWorkspace(options);
  };
  const one = { "main.tf": 'resource "terraform_data" "one" { input = 1 }' };

  afterEach(() => workspace.remove());

  it("plans, applies and shows the state of its configuration", async () => {
    await make({ files: one });
    await workspace.run("init");
    const plan = await planJson(workspace);
    expect(plan.resource_changes?.map(({ address, change }) => [address, change.actions])).toEqual([
      ["terraform_data.one", ["create"]],
    ]);
    expect((await workspace.run("apply", "-auto-approve")).code).toBe(0);
    const state = await stateJson(workspace);
    expect(state.values?.root_module?.resources?.[0]?.values.input).toBe(1);
  });

  it("reports terraform's output when a plan fails", async () => {
    await make({ files: { "main.tf": "nonsense" } });
    await expect(planJson(workspace)).rejects.toThrow(/terraform plan .* ended with 1:.*nonsense/s);
  });

  it("returns the exit code of a failed command", async () => {
    await make({});
    expect(await workspace.run("validate", "-nonsense")).toMatchObject({ code: 1 });
  });

  it("keeps the user's own settings from terraform", async () => {
    process.env.TF_CLI_ARGS_version = "-nonsense";
    await make({});
    delete process.env.TF_CLI_ARGS_version;
    expect(await workspace.run("version")).toMatchObject({ code: 0 });
  });

  it("hands out what a started command prints while it runs, and ends it as Ctrl-C would", async () => {
    const wait = {
      "main.tf": `resource "terraform_data" "wait" {
      provisioner "local-exec" { command = "echo started; sleep 600" }
    }`,
    };
    await make({ files: wait });
    await workspace.run("init");
    let output = "";
    const apply = workspace.start(["apply", "-auto-approve"], (text) => {
      if (!output.includes("(local-exec): started") && (output + text).includes("(local-exec): started"))
        apply.interrupt();
      output += text;
    });
    const { code, stdout } = await apply.finished;
    expect(stdout).toContain("Interrupt received");
    expect(code).toBe(1);
  });

  it("leaves nothing behind", async () => {
    await make({ files: one });
    await workspace.remove();
    await expect(access(workspace.folder)).rejects.toThrow("ENOENT");
  });
});
