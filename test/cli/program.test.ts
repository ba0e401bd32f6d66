import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { reflowed, wrappedLines } from "../../src/cli/help";
import { helpRequested, rblmonitor } from "../../src/cli/program";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { commandRun } from "./commands/drift/command";

const program = rblmonitor();
const commands = program.commands.filter((command) => command.name() !== "complete");

/** Every command that does something, with the words that call it. */
const calls = commands.flatMap((command): (readonly [string, Command])[] =>
  command.commands.length === 0
    ? [[command.name(), command]]
    : command.commands.map((each) => [`${command.name()} ${each.name()}`, each] as const),
);

/** The help of a command as it is printed, on one line. */
function helpOf(command: Command): string {
  return helpTextOf(command).replace(/\s+/g, " ");
}

function helpTextOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** Commands on an account, with what they need to reach the service. */
const onAccount: readonly (readonly string[])[] = [
  ["check", "192.0.2.1"],
  ["listings"],
  ["certificates"],
  ["contacts", "list"],
  ["contacts", "confirm", `CO${"0".repeat(32)}`, "AAAAAA"],
  ["contacts", "resend", `CO${"0".repeat(32)}`],
  ["pause", `HT${"0".repeat(32)}`],
  ["resume", "mx", "--yes"],
  ["limits"],
  ["report"],
  ["report", "--html", "-"],
];

it.each(["report", "review", "drift"])(
  "%s refuses --json with another format, and takes it with its own",
  async (name) => {
    const service = { url: "http://127.0.0.1:9/4.0", accountSid: `AC${"0".repeat(32)}`, authToken: "x" };
    const input = name === "report" ? [] : ["missing.json"];
    const both = await commandRun(service, [name, ...input, "--json", "--format", "markdown"]);
    expect([both.code, both.stderr]).toEqual([
      1,
      "rblmonitor: --json and --format markdown differ. Pass one of them.\n",
    ]);
    const same = await commandRun(service, [name, ...input, "--json", "--format", "json", "--max-wait", "0"]);
    expect(same.stderr).not.toContain("--format");
  },
);

describe("the help of", () => {
  it.each(calls)("%s says what it does, and what its exit codes mean", (_, command) => {
    const help = helpOf(command);
    expect(help).toContain(command.description());
    expect(help).toMatch(
      /Exit codes: 0 success 1 error (2 [^.]+ )?130 interrupted with Ctrl-C( JSON: .*)?( The auth token .*)? ?$/,
    );
  });

  it.each(calls.filter(([, { options }]) => options.some(({ long }) => long === "--json")))(
    "%s says what JSON it prints",
    (_, command) => {
      expect(helpOf(command)).toMatch(/JSON: \{ \w+/);
    },
  );
});

describe("all help", () => {
  it.each(calls)("of %s has an example, and names the topic of its account options", (name, command) => {
    const help = helpOf(command);
    expect(help).toMatch(new RegExp(`Examples: # \\S.* rblmonitor ${name}\\b`));
    const isOnAccount = command.options.some(({ long }) => long === "--max-wait");
    expect(help.includes("`rblmonitor help account`")).toBe(isOnAccount);
    expect(help).not.toMatch(/ --page-size |default: (?:\[\]|\{\})/);
  });

  it("calls a wrong argument by its name", () => {
    const printed: string[] = [];
    const fresh = rblmonitor();
    for (const command of fresh.commands)
      command.configureOutput({ ...command.configureOutput(), writeErr: (text) => void printed.push(text) });
    expect(() => fresh.parse(["completion", "fish"], { from: "user" })).toThrow();
    expect(printed.join("")).toBe("rblmonitor: <shell> cannot be 'fish'. Allowed choices are bash, zsh.\n");
  });

  it("has a topic with the account options", () => {
    const topic = helpOf(helpRequested(program, ["help", "account"]) ?? program);
    expect(topic).toMatch(/^Usage: rblmonitor <command> \[options\] .* --max-wait <seconds> .*default: 300/);
    expect(topic).toContain("RBLMONITOR_AUTH_TOKEN");
  });

  it("has a topic with the settings of the emulator, and not in its help", () => {
    const catalogue = "subnetCreate=flat|one|parent-and-children";
    expect(helpOf(helpRequested(program, ["help", "settings"]) ?? program)).toContain(catalogue);
    expect(helpOf(helpRequested(program, ["help", "emulator"]) ?? program)).not.toContain(catalogue);
  });

  it.each([
    ["limits", 0],
    ["review", 0],
    ["bridge", 20],
  ])("of %s names its own default of --max-wait", (name, seconds) => {
    const command = commands.find((each) => each.name() === name) ?? program;
    expect(helpOf(command)).toMatch(
      new RegExp(`--max-wait <seconds> .*rate limits \\(default: ${seconds}\\)`),
    );
    expect(command.getOptionValue("maxWait")).toBe(seconds);
  });

  it.each(calls)("of %s continues the description of an option in its column", (_, command) => {
    const options = /^Options:\n(.*?)\n\n/ms.exec(command.helpInformation().concat("\n\n"))?.[1] ?? "";
    for (const line of options.split("\n")) expect(line).toMatch(/^ {2}-|^ {12}/);
  });

  it.each([40, 80, 120])("fits into %i columns, without a word less", (width) => {
    for (const [, command] of calls) {
      const text = command
        .createHelp()
        .formatHelp(command, Object.assign(command.createHelp(), { helpWidth: width }));
      const wrapped = reflowed(text, width);
      expect(wrapped.replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
    }
    const text =
      "About this.\nAnd more of it, in words that do not fit into one line of any terminal at all.\n\n  --one  short\n";
    for (const line of reflowed(text, width).split("\n")) expect(line.length).toBeLessThanOrEqual(width);
  });

  it.each(calls)(
    "of %s has examples that 80 columns do not break, so that they can be copied",
    (_, command) => {
      const examples = helpTextOf(command).match(/^ {2}rblmonitor .*/gm) ?? [];
      expect(examples).not.toEqual([]);
      for (const example of examples) expect(example.length).toBeLessThanOrEqual(80);
    },
  );

  it("leaves a command on one line, which a terminal breaks without an effect on what is copied", () => {
    const text = "Unlock the state first:\n\n  terraform -chdir=infrastructure force-unlock 6465dbef\n";
    expect(wrappedLines(text, 20)).toBe(text.replace("state first", "state\nfirst"));
  });

  it("continues the comment of an example as a comment, so that it can be copied, too", () => {
    const help = "Examples:\n  # stop a pipeline at warnings\n  rblmonitor report\n";
    expect(reflowed(help, 20)).toBe("Examples:\n  # stop a pipeline\n  # at warnings\n  rblmonitor report\n");
  });

  it("calls options with the same meaning by the same names", () => {
    const reports = ["drift", "review", "migrate"];
    for (const [name, { options }] of calls) {
      const longs = options.map(({ long }) => long);
      if (name !== "completion") expect([name, longs.includes("--json")]).toEqual([name, true]);
      if (reports.includes(name)) expect(longs).toEqual(expect.arrayContaining(["--format", "--output"]));
      if (["drift", "report", "adopt", "migrate"].includes(name))
        expect(longs).toEqual(expect.arrayContaining(["--state", "--chdir", "--provider"]));
    }
  });
});

describe("the README, and the guide to the command line,", () => {
  let readme: string;
  let guide: string;
  beforeAll(async () => {
    readme = await readFile("README.md", "utf8");
    guide = await readFile("docs/guides/command-line.md", "utf8");
  });

  it("list the commands for a start with the words of their help, and every command, and no other", () => {
    const rows = [...readme.matchAll(/^\| \[`rblmonitor (\w+)`\]\((.*?)\) +\| (.*?) +\|$/gm)];
    for (const [, name, target] of rows) expect(target).toBe(`docs/guides/command-line.md#${name}`);
    expect(rows).toHaveLength(8);
    expect(commands.map((command) => [command.name(), command.description()])).toEqual(
      expect.arrayContaining(rows.map(([, name, , words]) => [name, words])),
    );
    const sections = [...guide.matchAll(/^## ([a-z]+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(commands.map((command) => command.name()).sort());
  });

  it("call commands as they can be called", () => {
    const lines = [...(readme + guide).matchAll(/^```(?:sh|shell)\n(.*?)^```/gms)]
      .flatMap(([, block = ""]) => block.split("\n"))
      .flatMap((line) => /(?:^|\/|npx |\| )rblmonitor (.*)$/.exec(line)?.[1] ?? []);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines)
      assertCallable(program, line.replace(/ #.*| >.*/, "").match(/'[^']*'|\S+/g) ?? []);
  });
});

/** Fails for a word that is neither a command, nor an option of it, nor where an argument may stand. */
function assertCallable(program: Command, words: readonly string[]): void {
  let command = program;
  let isValue = false;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    const option = command.options.find(({ long }) => long === word);
    const isKnown = isValue || next !== undefined || option !== undefined;
    const mayBeArgument = !word.startsWith("--") && command.registeredArguments.length > 0;
    expect([command.name(), word, isKnown || mayBeArgument]).toEqual([command.name(), word, true]);
    isValue = !isValue && option?.required === true;
    command = next ?? command;
  }
}

describe("every command on an account", () => {
  let service: Emulator;
  beforeEach(async () => {
    service = await startEmulator({ limits: "off" });
  });
  afterEach(() => service.close());

  it.each(onAccount)("reports what is missing without an account: %s", async (...args) => {
    const { code, stdout, stderr } = await commandRun({ ...service, url: service.url, authToken: "" }, args);
    expect([code, stdout, service.requestCount]).toEqual([1, "", 0]);
    expect(stderr).toBe(
      "rblmonitor: No account is configured. Set RBLMONITOR_AUTH_TOKEN. To try without an account: rblmonitor emulator --demo\n",
    );
  });

  it.each(onAccount)("reports that the token is wrong, without showing it: %s", async (...args) => {
    const wrong = "wrong-token-that-must-stay-hidden";
    const { code, stderr } = await commandRun({ ...service, url: service.url, authToken: wrong }, args);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "rblmonitor: The service refused these credentials (401). Check RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.\n",
    );
    expect(stderr).not.toContain(wrong);
  });

  it.each(onAccount)("reports that the service is down: %s", async (...args) => {
    service.faults.arm({ fault: "refuse" });
    const { code, stderr } = await commandRun(service, args);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^rblmonitor: Cannot .*: cannot connect to the service: connection refused: \S+\. Check /,
    );
    expect(stderr).toMatch(/Check RBLMONITOR_BASE_URL \(RBLMONITOR_LEGACY_BASE_URL .* the network/);
  });

  it.each(onAccount)("prints nothing that would need a terminal: %s", async (...args) => {
    const { stdout, stderr } = await commandRun(service, args, { spawned: true });
    for (const control of ["\u001b", "\r"]) expect(stdout + stderr).not.toContain(control);
  });

  it("has the characters of its source in the built program", async () => {
    const demo = await startEmulator({ limits: "off", demo: true });
    const { stdout } = await commandRun(demo, ["report", "--html", "-"], { spawned: true });
    await demo.close();
    expect(stdout).toContain("Mail servers, every hour → Mail team");
  });

  it("says nothing when its reader has read enough", async () => {
    for (let number = 0; number < 300; number += 1)
      service.account.add("contact", { contact: `a${number}@b.example` });
    const env = {
      ...process.env,
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
    };
    const command = `"${process.execPath}" "${resolve("dist/cli/rblmonitor")}" contacts list --json | head -n 1`;
    const child = spawn("bash", ["-o", "pipefail", "-c", command], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (printed += text));
    await once(child, "close");
    expect(printed).toBe("{\n");
  });
});

describe("without arguments", () => {
  it.each([[[]], [["contacts"]], [["webhooks"]]])("rblmonitor %j prints its help", async (args) => {
    const run = await commandRun({ url: "", accountSid: "", authToken: "" }, args);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/^Usage: rblmonitor .*\n[\s\S]*:\n/);
  });

  it("names all missing variables at once", async () => {
    const { stderr } = await commandRun({ url: "", accountSid: "", authToken: "" }, ["limits"]);
    expect(stderr).toContain(
      "Set RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN. To try without an account: rblmonitor emulator",
    );
  });
});

describe("help", () => {
  it.each([
    [["help"], ""],
    [["-h"], ""],
    [["help", "listings"], " listings"],
    [["listings", "--help"], " listings"],
    [["help", "contacts"], " contacts"],
    [["contacts", "help"], " contacts"],
    [["help", "contacts", "list"], " contacts list"],
    [["contacts", "help", "list"], " contacts list"],
  ])("%j prints the help of rblmonitor%s", async (args, command) => {
    const run = await commandRun({ url: "", accountSid: "", authToken: "" }, args);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout.startsWith(`Usage: rblmonitor${command} [options]`)).toBe(true);
  });
});

describe("a wrong command line", () => {
  it.each([
    [["lstings"], "rblmonitor: unknown command 'lstings'\n(Did you mean listings?)\n"],
    [["help", "lstings"], "rblmonitor: unknown command 'lstings'\n(Did you mean listings?)\n"],
    [["lstings", "--help"], "rblmonitor: unknown command 'lstings'\n(Did you mean listings?)\n"],
    [["help", "contacts", "lst"], "rblmonitor: unknown command 'lst'\n(Did you mean list?)\n"],
    [["contacts", "help", "lst"], "rblmonitor: unknown command 'lst'\n(Did you mean list?)\n"],
    [["listings", "--jason"], "rblmonitor: unknown option '--jason'"],
    [
      ["pause", "--page-size", "many"],
      "rblmonitor: option '--page-size <number>' argument 'many' is invalid.",
    ],
    [["check"], "rblmonitor: missing required argument 'host'"],
  ])("is reported as any other error: %j", async (args, words) => {
    const { code, stdout, stderr } = await commandRun({ url: "", accountSid: "", authToken: "" }, args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.startsWith(words)).toBe(true);
  });
});
