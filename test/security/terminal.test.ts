import { printableText } from "../../src/service/printable-text";
import { printableJson, printableLines } from "../../src/terraform/printable-text";
import { closeAccounts, openAccount } from "../acceptance/account";
import { resource } from "../acceptance/resource-block";
import { data } from "../acceptance/seeded-account";
import { commandRun } from "../cli/commands/drift/command";
import { startService } from "../client/support/local-service";
import { failure } from "../client/support/replies";
import { stateJson } from "../shown-json";
import { commandsIn, wrapped } from "./support/runner-commands";

afterEach(closeAccounts);

/** Clears the screen and sets the title, in both ways of beginning that; turns the text around; ends a line. */
const acting = "\u001b[2J\u001b]0;owned\u0007 \u009b31m \u202eexe.txt\u2028\r";
const shown = "\\u{1b}[2J\\u{1b}]0;owned\\u{7}";
/** Characters that no output may contain, except line breaks and, from Terraform itself, tabs. */
const acts = /[\p{Cc}\p{Cf}\p{Zl}]/u;
const withoutLines = (text: string) => text.replace(/[\n\t]/g, "");

describe("a command to the runner of a pipeline", () => {
  it.each([
    ["##[error]x", "\\u{23}#[error]x"],
    ["a ##vso[task.setvariable variable=a]b", "a \\u{23}#vso[task.setvariable variable=a]b"],
    ["::set-output name=a::b", "\\u{3a}:set-output name=a::b"],
    [" ::warning::b", " \\u{3a}:warning::b"],
    ["a ::Error", "a \\u{3a}:Error"],
    ["a::add-mask::b", "a\\u{3a}:add-mask::b"],
    ["\r\u001b[0Ksection_start:1:x\r\u001b[0K", "\\u{d}\\u{1b}[0K\\u{73}ection_start:1:x\\u{d}\\u{1b}[0K"],
  ])("has no beginning in a text that is printed: %s", (text, printed) => {
    expect([printableText(text), printableLines(text)]).toEqual([printed, printed]);
    expect(commandsIn(printableJson(text))).toEqual([]);
    expect(JSON.parse(printableJson(text))).toBe(text);
  });

  it.each([
    "::1",
    "::ffff:192.0.2.1",
    "2001:db8::25 and 2001:db8::add",
    "## a heading",
    "a::b::c",
    "env::prod",
    "#[x]",
  ])("is not %s", (text) => {
    expect([printableText(text), printableLines(text)]).toEqual([text, text]);
    expect(printableJson(text)).toBe(JSON.stringify(text));
  });

  const hostile = [
    "The value of this field is refused",
    " ::add-mask::e ::stop-commands::pwn ::error file=a.tf,line=1::All%20fine".repeat(6),
    "a::group::b ::ERROR title=2001:db8::25::x ##[command]rm ##vso[task.complete]",
    "section_end:1700000000:script\tx:::debug::y\u00a0::notice::z",
  ].join(" ");

  it("does not begin at any column where a line is wrapped, alone or before another text", () => {
    const texts = [hostile, `${hostile} ::echo`];
    for (const printable of [printableText, printableLines, printableJson])
      for (const text of texts.map((each) => `Host ${printable(each)} on 2001:db8::25`))
        for (let width = 1; width <= text.length; width += 1)
          expect(commandsIn(wrapped(text, width))).toEqual([]);
    expect(commandsIn(wrapped(hostile, 60))).not.toEqual([]);
  });

  it("does not begin a line of a diagnostic that Terraform wraps", async () => {
    const account = await openAccount();
    const service = await startService(() => failure(422, hostile));
    await account.write(resource("contact_group", "one", { name: "One" }), `  base_url = "${service.url}"`);
    const { stderr } = await account.workspace.run("apply", "-auto-approve", "-no-color");
    await service.close();
    expect(stderr).toContain("stop-commands");
    expect(stderr).not.toMatch(/^\s*::[a-z]/im);
    expect(commandsIn(stderr)).toEqual([]);
  });

  it("is escaped in the same time per character, however long the text is", () => {
    for (const part of ["::", "::x", "::x ", "::aaaa", "#", "##", " :", "::g", "section_"])
      for (const printable of [printableText, printableLines, printableJson])
        expect(printable(part.repeat(200_000)).length).toBeGreaterThanOrEqual(part.length * 200_000);
  });
});

describe("what a service says, and would act on a terminal", () => {
  it("is shown escaped where it is the message of an error", async () => {
    const account = await openAccount();
    const service = await startService(() => failure(422, `No ${acting}.`));
    await account.write(resource("contact_group", "one", { name: "One" }), `  base_url = "${service.url}"`);
    const { stdout, stderr } = await account.workspace.run("apply", "-auto-approve");
    await service.close();
    expect(stderr.replace(/[│\s]+/g, " ")).toContain(`No ${shown}`);
    expect(withoutLines(stdout + stderr)).not.toMatch(acts);
  });

  it("is shown escaped where it is a value in a warning", async () => {
    const account = await openAccount({ plan: "paid", packageFrequency: acting });
    await account.write(resource("monitoring_profile", "one", { name: "One", frequency: "1_hour" }));
    const { code, stdout, stderr } = await account.workspace.run("apply", "-auto-approve");
    expect([code, stdout]).toEqual([0, expect.stringContaining("frequency stored in another form")]);
    expect(withoutLines(stdout + stderr)).not.toMatch(acts);
  });

  it("is shown escaped by Terraform where it is a value in a plan, and kept as it is in state", async () => {
    const account = await openAccount();
    const { id } = account.service.account.add("contact_group", { name: `Name ${acting}` });
    await account.write(data("contact_group", "one", { id }));
    const { stdout, stderr } = await account.workspace.run("apply", "-auto-approve");
    expect(withoutLines(stdout + stderr)).not.toMatch(acts);
    const { values } = await stateJson(account.workspace);
    expect(values?.root_module?.resources?.[0]?.values.name).toBe(`Name ${acting}`);
  });

  it.each([
    ["drift", ["drift", "--chdir", "."]],
    ["drift --format markdown", ["drift", "--chdir", ".", "--format", "markdown"]],
    ["adopt", ["adopt", "--output", "."]],
    ["adopt --template hcl", ["adopt", "--template", "hcl", "--output", "adopted"]],
  ])("is shown escaped by rblmonitor %s", async (_, args) => {
    const account = await openAccount();
    await account.write(resource("contact_group", "one", { name: "One" }));
    await account.apply();
    account.service.account.change(account.named("contact_group", "One").id, { name: `Name ${acting}` });
    account.service.account.add("contact", { contact: `contact ${acting}` });
    // No configuration takes such a host, so that adopt reports it as skipped.
    account.service.account.add("source", { host: `a ${acting}`, type: "rbl", custom: true });
    const { stdout, stderr } = await commandRun(account.service, args, { cwd: account.workspace.folder });
    expect(stdout + stderr).toContain("owned");
    expect(withoutLines(stdout + stderr)).not.toMatch(acts);
  });

  it.each([["drift", "--chdir", "."], ["adopt"]])(
    "is shown escaped in an error of rblmonitor %s",
    async (...args) => {
      const account = await openAccount();
      const service = await startService(() => failure(403, `No ${acting}.`));
      await account.write(resource("contact_group", "one", { name: "One" }));
      await account.apply();
      const access = { ...account.service, url: service.url };
      const { code, stderr } = await commandRun(access, args, { cwd: account.workspace.folder });
      await service.close();
      expect([code, stderr]).toEqual([1, expect.stringContaining(shown)]);
      expect(withoutLines(stderr)).not.toMatch(acts);
    },
  );
});
