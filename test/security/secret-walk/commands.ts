import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestAccount } from "../../acceptance/account";
import { resource } from "../../acceptance/resource-block";
import { commandRun } from "../../cli/commands/drift/command";
import { echoes, startEcho } from "../support/echo";
import type { Secrets } from "./secrets";
import type { Said } from "./terraform";

/** A way to run the command `rblmonitor`. */
interface WalkedCommand {
  readonly name: string;
  /** @param account an account with the objects of `prepare` */
  run(account: TestAccount, secrets: Secrets): Promise<Said>;
  /** Secrets that the command is meant to print. */
  readonly prints?: readonly (keyof Secrets)[];
}

/** Node's most verbose logging. */
const talkative = { NODE_DEBUG: "undici,fetch,http,https,net,tls,module", TF_LOG: "TRACE" };

/** Commands with a form that runs in a separate process. */
const spawned = new Set<string>();

/** Every command; another one takes a line. All that they print and write is looked at. */
export const commands: readonly WalkedCommand[] = [
  ...[
    ...[
      "adopt",
      "drift",
      "emulator",
      "install",
      "uninstall",
      "check",
      "listings",
      "certificates",
      "contacts",
      "hosts",
    ],
    ...[
      "pause",
      "resume",
      "limits",
      "report",
      "review",
      "imports",
      "webhooks",
      "bridge",
      "migrate",
      "completion",
      "init",
    ],
  ].map(help),
  inFolder("install", ["install", "--mirror", "plugins", "--print"]),
  inFolder("uninstall", ["uninstall", "--mirror", "plugins"]),
  inFolder("check", ["check", "192.0.2.1", "--wait", "--details"]),
  ...["hosts", "listings", "certificates", "limits"].map((name) => inFolder(name, [name, "--json"])),
  inFolder("webhooks verify", ({ signingSecret }) => [
    "webhooks",
    "verify",
    "--header",
    `t=1,v1=${signingSecret}`,
  ]),
  inFolder("completion", ["completion", "bash"]),
  inFolder("contacts list", ["contacts", "list", "--json"]),
  inFolder("contacts confirm", ({ confirmationCode }) => ["contacts", "confirm", "other", confirmationCode]),
  inFolder("contacts resend", ["contacts", "resend", "other"]),
  inFolder("pause", ["pause", "other", "--kind", "contact", "--yes"]),
  inFolder("resume", ["resume", "other", "--kind", "contact", "--yes"]),
  ...["hcl", "cdktn"].map((template) =>
    inFolder(`adopt --template ${template}`, ["adopt", "--template", template, "--output", "."]),
  ),
  ...["table", "json", "markdown", "sarif", "junit"].map((format) =>
    inFolder(`drift --format ${format}`, ["drift", "--chdir", ".", "--format", format, "--output", "report"]),
  ),
  ...["table", "json", "markdown"].map((format) =>
    inFolder(`review --format ${format}`, ["review", "plan.json", "--format", format]),
  ),
  inFolder("imports", ["imports", "--json"]),
  inFolder("report", ["report", "--html", "report.html", "--chdir", ".", "--json"]),
  ...["table", "json"].flatMap((format) => [
    inFolder(`migrate --format ${format}`, ["migrate", "--chdir", ".", "--format", format]),
    // The folder has the state, which looks like a program's data.
    inFolder(`migrate --scan --format ${format}`, ["migrate", "--scan", ".", "--format", format]),
  ]),
  inFolder("drift of another account", ["drift", "--chdir", ".", "--account-sid", `AC${"0".repeat(32)}`]),
  ...Object.keys(echoes).flatMap((how) => [
    quoted("adopt", how, ["adopt", "--output", "."]),
    quoted("drift", how, ["drift", "--chdir", "."]),
    quoted("contacts list", how, ["contacts", "list"]),
    quoted("limits", how, ["limits"]),
    quoted("report", how, ["report", "--html", "report.html"]),
  ]),
  emulator(
    "emulator",
    ({ authToken, signingSecret }) => [
      "--auth-token",
      authToken,
      "--webhook",
      `http://127.0.0.1:1/=${signingSecret}`,
    ],
    ["authToken"],
  ),
  emulator("emulator that is given a webhook's secret alone", ({ signingSecret }) => [
    "--webhook",
    signingSecret,
  ]),
  emulator("emulator that is given a secret for an option that there is not", ({ authToken }) => [
    `--token=${authToken}`,
  ]),
];

/** Applies a contact with args, and leaves a plan and its JSON in the folder. They hold what the state holds. */
export async function prepare({ service, workspace, write, apply, keptPlan }: TestAccount, secrets: Secrets) {
  const hooks = {
    contact: "hooks.example.com",
    type: "endpoint",
    contact_groups: [service.account.objects("contact_group")[0]?.id],
    args: { key: secrets.args },
  };
  await write(resource("contact", "one", hooks));
  await apply();
  changeElsewhere(service.account, secrets);
  await keptPlan();
  await workspace.write("plan.json", (await workspace.run("show", "-json", "planned")).stdout);
}

/** Has the account differ from the state; contacts of both have args. */
function changeElsewhere(desk: TestAccount["service"]["account"], secrets: Secrets): void {
  const [contact, ...others] = desk.objects("contact");
  if (contact === undefined) throw new Error("There is no contact.");
  for (const { id } of others) desk.remove(id);
  desk.change(contact.id, { contact: "elsewhere.example.com", args: { key: secrets.argsWriteOnly } });
  desk.add("contact", { contact: "other", args: { key: secrets.confirmationCode } });
}

/** The help of a command, which has the account's variables in its environment. */
function help(name: string): WalkedCommand {
  return {
    name: `${name} --help`,
    async run({ service }) {
      const { stdout, stderr } = await commandRun(service, [name, "--help"]);
      return { printed: stdout + stderr };
    },
  };
}

/** A command in a copy of the folder. Its first form runs in a separate process with Node's logging. */
function inFolder(
  name: string,
  args: readonly string[] | ((secrets: Secrets) => readonly string[]),
  url?: (account: TestAccount) => Promise<{ url: string; close(): void }>,
): WalkedCommand {
  const [command = ""] = name.split(/ (?:--|of )/);
  const isFirst = !spawned.has(command);
  spawned.add(command);
  return {
    name,
    async run(account, secrets) {
      const { service, workspace } = account;
      changeElsewhere(service.account, secrets);
      const other = await url?.(account);
      const folder = await mkdtemp(join(tmpdir(), "walk-"));
      try {
        await cp(workspace.folder, folder, { recursive: true });
        const before = new Set(await readdir(folder));
        const access = {
          url: other?.url ?? service.url,
          accountSid: service.accountSid,
          authToken: service.authToken,
        };
        const { stdout, stderr } = await commandRun(
          access,
          typeof args === "function" ? args(secrets) : args,
          {
            cwd: folder,
            environment: { ...talkative, RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl },
            spawned: isFirst,
          },
        );
        const written = (await readdir(folder)).filter((file) => !before.has(file));
        const contents = written.map(async (file) => [file, await readFile(join(folder, file), "utf8")]);
        return { printed: stdout + stderr, ...Object.fromEntries(await Promise.all(contents)) };
      } finally {
        other?.close();
        await rm(folder, { recursive: true });
      }
    },
  };
}

/** A command with a service that quotes requests. */
function quoted(name: string, how: string, args: readonly string[]): WalkedCommand {
  const echo = echoes[how];
  if (echo === undefined) throw new Error(`There is no echo ${how}.`);
  return inFolder(`${name} of a service that quotes requests ${how}`, args, () => startEcho(echo, 422));
}

/** Runs the emulator until it prints the variables or ends. */
function emulator(
  name: string,
  options: (secrets: Secrets) => readonly string[],
  prints: readonly (keyof Secrets)[] = [],
): WalkedCommand {
  return {
    name,
    prints,
    async run({ service }, secrets) {
      const folder = await mkdtemp(join(tmpdir(), "walk-"));
      try {
        const args = ["emulator", "--port", "0", "--data", "account.json", ...options(secrets)];
        const { stdout, stderr } = await commandRun(service, args, {
          cwd: folder,
          environment: talkative,
          spawned: true,
          onStart: (child) => void stopWhenThere(join(folder, "account.json"), child),
        });
        return { printed: stdout + stderr };
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}

/** Stops the emulator when it has written its file, after it has printed its start messages. */
async function stopWhenThere(file: string, child: { kill(signal: NodeJS.Signals): unknown }): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await readFile(file, "utf8").catch(() => "")) !== "") break;
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill("SIGTERM");
}
