import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { transform } from "esbuild";
import { endCommands, run, secret } from "./rblmonitor";

afterEach(endCommands);

const commands = ["listen", "verify", "send"];

async function helpOf(command: string): Promise<string> {
  const { code, stdout } = await run([command, "--help"]);
  expect(code).toBe(0);
  return stdout;
}

/** The guide to webhooks. */
const section = (): Promise<string> => readFile("docs/guides/webhooks.md", "utf8");

describe("the guide to webhooks", () => {
  it("shows each command that help lists, and no other", async () => {
    const { stdout } = await run(["--help"]);
    const subcommands = [...stdout.matchAll(/^ {2}(\w+) \[options\]/gm)].map(([, name]) => name);
    const shown = [...(await section()).matchAll(/^rblmonitor webhooks (\w+)/gm)].map(([, name]) => name);
    expect([subcommands, [...new Set(shown)]]).toEqual([commands, ["listen", "send", "verify"]]);
  });

  it("uses options and types of event that help lists", async () => {
    const lines = [...(await section()).matchAll(/^rblmonitor webhooks (\w+) (.*)$/gm)];
    expect(lines.length).toBeGreaterThan(3);
    for (const [, command = "", rest = ""] of lines) {
      const help = await helpOf(command);
      for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(help).toContain(`  ${option} `);
      for (const [type] of rest.matchAll(/\b(rbl|cert)\b[\w.]*/g))
        expect(help).toMatch(new RegExp(`^ {2}${type}`, "m"));
    }
  });

  it("names the variable and the age that help names", async () => {
    const text = await section();
    for (const command of commands) expect(await helpOf(command)).toContain("RBLMONITOR_WEBHOOK_SECRET");
    expect(text).toContain("`RBLMONITOR_WEBHOOK_SECRET`");
    expect(text).toContain("more than five minutes away");
    expect(await helpOf("listen")).toMatch(/maximum distance of a signature from now \(default: 300\)/);
  });

  it("has a program that receives what webhooks send sends", async () => {
    const code = /^```typescript\n(.*?)^```/ms.exec(await section())?.[1] ?? "";
    const project = await mkdtemp(join(tmpdir(), "readme-webhooks-"));
    await mkdir(join(project, "node_modules"));
    await symlink(resolve("."), join(project, "node_modules", "rblmonitor"));
    // On a free port instead of the one that a reader chooses.
    const listening = code.replace(
      ".listen(8080)",
      '.listen(0, function () { console.log("port", this.address().port) })',
    );
    expect(listening).not.toBe(code);
    await writeFile(
      join(project, "main.js"),
      (await transform(listening, { loader: "ts", format: "cjs" })).code,
    );
    const child: ChildProcess = spawn(process.execPath, ["main.js"], {
      cwd: project,
      env: { ...process.env, RBLMONITOR_WEBHOOK_SECRET: secret },
    });
    let printed = "";
    const prints = (text: RegExp) =>
      new Promise<RegExpExecArray>((found) => {
        const look = () => {
          const match = text.exec(printed);
          if (match !== null) found(match);
        };
        child.stdout?.on("data", look);
        look();
      });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    try {
      const [, port] = await prints(/^port (\d+)/);
      const sent = ["rbl.host.listed", "cert.expiration.trigger", "agent.timeout"];
      expect(await run(["send", `http://127.0.0.1:${port}/hook`, ...sent])).toMatchObject({ code: 0 });
      await prints(/\n192\.0\.2\.11 is listed by 1 sources\nwww\.example\.org 15\nagent\.timeout\n/);
    } finally {
      child.kill("SIGKILL");
      await rm(project, { recursive: true });
    }
  });
});
