import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { version } from "../../package.json";
import { builtPlugin } from "../../src/tasks/real-terraform/workspace";
import { startPlugin, until } from "../terraform/serve/plugin-client";

const plugin = join(builtPlugin(), "terraform-provider-rblmonitor");

describe("the version of package.json", () => {
  it("is printed by the plugin with --version", () => {
    const said = execFileSync(plugin, ["--version"], { encoding: "utf8" });
    expect(said).toBe(`terraform-provider-rblmonitor ${version}\n`);
  });

  it("is printed by the command line with --version", () => {
    const said = execFileSync(process.execPath, ["dist/cli/rblmonitor", "--version"], { encoding: "utf8" });
    expect(said).toBe(`${version}\n`);
  });

  it("is in the first line of the plugin's log", async () => {
    const running = await startPlugin({ command: plugin, env: { TF_LOG: "DEBUG" } });
    try {
      const line = await until(() => running.stderr().includes("\n") && running.stderr().split("\n", 1)[0]);
      expect(JSON.parse(line)).toMatchObject({ "@message": "Serving", version });
    } finally {
      await running.stop();
    }
  });
});
