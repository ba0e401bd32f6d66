import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { closeAccounts, openAccount } from "../acceptance/account";
import { actionLines } from "../acceptance/action-messages";
import { describeWith } from "../real-core";
import { projectWith } from "./consumer-project";

afterEach(closeAccounts);

/** What Terraform reads of the program that the guide shows for actions, with that library. */
async function synthesised(library: string, release: string): Promise<string> {
  const guide = await readFile("docs/guides/cdktf.md", "utf8");
  const [, code = ""] = /^## Actions$.*?^```typescript\n(.*?)^```/ms.exec(guide) ?? [];
  const own = code
    .replace('from "cdktn"', `from "${library}"`)
    .replace('"rblmonitor/cdktn"', `"rblmonitor/${library}"`)
    .replace("process.env.RELEASE", JSON.stringify(release));
  const project = await projectWith([library, "constructs", "rblmonitor"]);
  try {
    await project.write("main.js", (await transform(own, { loader: "ts", format: "cjs" })).code);
    expect(await project.node("main.js")).toBe("");
    return await readFile(join(project.folder, "cdktf.out/stacks/relay/cdk.tf.json"), "utf8");
  } finally {
    await project.remove();
  }
}

describe.each(["cdktf", "cdktn"])("the actions of a stack for %s", (library) => {
  it("are blocks that triggers refer to, with the SIDs of constructs", async () => {
    const { action, resource } = JSON.parse(await synthesised(library, "1"));
    const config = { objects: [expect.stringMatching(/^\$\{rblmonitor_host\.relay\.id\}$/)] };
    expect(action).toEqual({
      rblmonitor_pause: { update: { config } },
      rblmonitor_resume: { update: { config } },
    });
    expect(resource.terraform_data.server.lifecycle).toEqual({
      action_trigger: [
        { events: ["before_update"], actions: ["action.rblmonitor_pause.update"] },
        { events: ["after_update"], actions: ["action.rblmonitor_resume.update"] },
      ],
    });
  });

  describeWith("actions")("in Terraform", () => {
    it("run", async () => {
      const account = await openAccount();
      const write = async (release: string) => {
        const { terraform, ...rest } = JSON.parse(await synthesised(library, release));
        // The state would be in the folder of the program, which is no more.
        const { backend: _, ...required } = terraform;
        await account.workspace.write("cdk.tf.json", JSON.stringify({ terraform: required, ...rest }));
      };
      await write("1");
      expect(actionLines(await account.apply())).toEqual([]);
      await write("2");
      expect(actionLines(await account.apply()).filter((line) => line.includes("objects"))).toEqual([
        "1 of 1 objects: 1 paused",
        "1 of 1 objects: 1 resumed",
      ]);
      expect((await account.plan()).planned).toEqual({});
    });
  });
});
