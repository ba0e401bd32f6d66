import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { FaultName } from "../../../src/emulator/faults";
import { resources } from "../../../src/provider/resources";
import { type AccountOptions, closeAccounts, openAccount, type TestAccount } from "../../acceptance/account";
import { running, served, started } from "../../acceptance/running-plugin";
import { isLong } from "../../properties";
import { echoes, startEcho } from "../support/echo";
import { commands, prepare } from "./commands";
import { configuration } from "./configuration";
import { finderOf, newSecrets, type SecretFinder, type Secrets } from "./secrets";
import { oneApply, type Said, wholeLife } from "./terraform";

/** An account whose service quotes the args of its contacts, as it may. */
async function opened(
  options: AccountOptions = started,
): Promise<{ account: TestAccount; secrets: Secrets; finder: SecretFinder }> {
  const secrets = newSecrets();
  const settings = { authToken: secrets.authToken, argsReturned: "whole", newContact: "active" } as const;
  const account = await openAccount(settings, options);
  return { account, secrets, finder: finderOf(secrets, account.service.accountSid) };
}

/** What was found, by where: nothing, if all is well. */
function leaks(finder: SecretFinder, said: Said): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(said)
      .map(([where, text]) => [where, finder.in(text)] as const)
      .filter(([, found]) => found.length > 0),
  );
}

/** The service fails in many ways: the short form serves the plugin from this process, and searches its log, too. */
const quick = isLong ? started : served;

/** In the short form a few of them, which differ most. */
const few = <T>(all: readonly T[], short: readonly T[]): readonly T[] => (isLong ? all : short);

describe("no secret is printed or written, except where Terraform marks it as sensitive", () => {
  afterEach(closeAccounts);

  it("by any resource of the provider", () => {
    const walked = configuration("any");
    expect(Object.keys(resources).filter((type) => !walked.includes(`"${type}"`))).toEqual([]);
  });

  it("by any command of rblmonitor", () => {
    const help = execFileSync("dist/cli/rblmonitor", ["--help"], { encoding: "utf8" });
    const there = [...help.matchAll(/^ {2}([a-z]\S*)/gm)]
      .map(([, name]) => name)
      // Examples are calls of the command.
      .filter((name) => name !== "help" && name !== "rblmonitor");
    const walked = new Set(commands.map(({ name }) => name.split(" ")[0]));
    expect(there).toContain("emulator");
    expect(there.filter((name) => !walked.has(name))).toEqual([]);
  });

  it("while everything is created, changed, read and destroyed, although each secret was used", async () => {
    const { account, secrets, finder } = await opened();
    const said = await wholeLife(account, secrets);
    expect(leaks(finder, said)).toEqual({});
    // The walk would prove nothing if the secrets had gone nowhere.
    const sent = account.service.requests.flatMap(({ form = {} }) => Object.values(form));
    expect(sent).toEqual(
      expect.arrayContaining([secrets.args, secrets.argsWriteOnly, secrets.confirmationCode]),
    );
    expect(account.service.requests.every(({ status }) => status !== 401)).toBe(true);
    expect(Object.keys(said).length).toBeGreaterThan(20);
    expect(said["the log"]).toContain("/contact/contacts");
  });

  const faults: readonly FaultName[] = [
    "drop-after",
    "500-after",
    "cut-body",
    "cut-json",
    "other-shape",
    "empty",
    "429",
    "502-html",
    "refuse",
  ];
  it.each(few<FaultName>(faults, ["500-after", "cut-json", "drop-after"]))(
    "when the service fails like this: %s",
    async (fault) => {
      const { account, secrets, finder } = await opened(quick);
      let struck = 0;
      const matching = ({ method, path }: { method: string; path: string }) => {
        const is = method === "POST" && path.startsWith("/contact/contacts");
        if (is) struck += 1;
        return is;
      };
      const closed = fault === "refuse" || fault === "restart";
      account.service.faults.arm({ fault, ...(closed ? { delay: 9_000 } : { matching, times: 9 }) });
      const said = await oneApply(account, secrets);
      // Most failures are retried successfully, and do not appear in the output.
      expect(closed || struck > 0).toBe(true);
      expect(leaks(finder, said)).toEqual({});
    },
  );

  it.each(
    [422, 200, 400, 401, 409, 500].flatMap((status, row) =>
      Object.entries(echoes)
        // In the short form each way to quote once, with the first status or the second.
        .filter((_, column) => isLong || row === column % 2)
        .map(([how, echo]) => [status, how, echo] as const),
    ),
  )("when a service answers %i and quotes %s what it was sent", async (status, _how, echo) => {
    const { account, secrets, finder } = await opened(quick);
    const { url, close } = await startEcho(echo, status);
    try {
      const said = await oneApply(account, secrets, { url });
      expect(said.printed).toContain("Error");
      expect(leaks(finder, said)).toEqual({});
    } finally {
      close();
    }
  });

  const exited = /plugin process exited/;
  const crashes: readonly [string, RegExp][] = [
    ["abort", exited],
    ["throw", /thrown on purpose/],
    ["memory", exited],
    ["exit", exited],
  ];
  it.each(few(crashes, crashes.slice(0, 2)))("when the plugin breaks like this: %s", async (CRASH, trace) => {
    const { account, secrets, finder } = await opened();
    const preload = resolve("test/security/secret-walk/crash.cjs");
    // The last is for a self-contained executable.
    const environment = {
      CRASH,
      NODE_OPTIONS: `--require=${preload} --max-old-space-size=60`,
      BUN_OPTIONS: `--preload=${preload}`,
    };
    const said = await oneApply(account, secrets, { environment });
    expect(said["the log"]).toMatch(trace);
    expect(leaks(finder, said)).toEqual({});
  });
});

describe("no secret is printed or written, except where Terraform marks it as sensitive,", () => {
  let walk: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    // What terraform does here only leaves a state and a plan for the commands, and is not looked at.
    walk = await opened(running);
    await prepare(walk.account, walk.secrets);
  });
  afterAll(closeAccounts);

  it.each(commands)("by rblmonitor $name", async ({ run, prints = [] }) => {
    const { account, secrets, finder } = walk;
    const said = await run(account, secrets);
    expect(Object.values(said).join("")).not.toBe("");
    const open = Object.fromEntries(prints.map((name) => [name, secrets[name]]));
    const found = Object.values(leaks(finder, said)).flat();
    expect(found.filter((leak) => !Object.keys(open).some((name) => leak.startsWith(name)))).toEqual([]);
  });
});

describe("the finder of secrets", () => {
  const secrets = newSecrets();
  const finder = finderOf(secrets, "AC0");
  const found = (text: string) => [...new Set(finder.in(text).map((each) => each.split(" after ")[0]))];

  it.each<[string, (secret: string) => string]>([
    ["as it is", (secret) => secret],
    ["in a URL", encodeURIComponent],
    ["in a form", (secret) => new URLSearchParams({ a: secret }).toString()],
    ["in JSON", (secret) => JSON.stringify({ a: secret })],
    ["in base64", (secret) => Buffer.from(secret).toString("base64")],
    ["in base64 behind a name", (secret) => Buffer.from(`key:${secret}`).toString("base64")],
    ["in base64 for URLs", (secret) => Buffer.from(`x${secret}`).toString("base64url")],
    ["in hexadecimal", (secret) => Buffer.from(secret).toString("hex")],
    ["by its first half", (secret) => secret.slice(0, secret.length / 2)],
    ["by its second half", (secret) => secret.slice(secret.length / 2)],
  ])("finds each of them %s", (_, encode) => {
    for (const [name, secret] of Object.entries(secrets))
      expect(found(`text ${encode(secret)} text`)).toContain(name);
  });

  it("finds Basic authentication", () => {
    expect(found(btoa(`AC0:${secrets.authToken}`))).toContain("Basic authentication");
  });

  it("finds nothing in other texts", () => {
    expect(found(Object.values(newSecrets()).join(" "))).toEqual([]);
  });
});
