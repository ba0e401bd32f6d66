import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestAccount } from "../../acceptance/account";
import { running } from "../../acceptance/running-plugin";
import { configuration, providerBlock, variablesOf } from "./configuration";
import { notSensitiveOfShown, notSensitiveOfState } from "./kept";
import type { Secrets } from "./secrets";

/** All output and files by name, which must not contain secrets. */
export type Said = Readonly<Record<string, string>>;

/** Everything that Terraform can be made to say, and where it keeps things. */
const environmentOf = (secrets: Secrets) => ({
  ...variablesOf(secrets),
  TF_LOG: "TRACE",
  TF_LOG_PATH: "trace.log",
  RBLMONITOR_BASE_URL: undefined,
  RBLMONITOR_ACCOUNT_SID: undefined,
  RBLMONITOR_AUTH_TOKEN: undefined,
});

/** Plans, shows, applies, shows, changes, shows again and destroys every kind of object; nothing fails. */
export async function wholeLife(account: TestAccount, secrets: Secrets): Promise<Said> {
  const { service } = account;
  const environment = environmentOf(secrets);
  const { workspace, write } = await account.another({ environment });
  // Commands that ask the plugin for its schema alone need not start it.
  const { folder } = workspace;
  const { workspace: reading } = await account.another({ ...running, environment, folder });
  const block = providerBlock(service.url, service.accountSid);
  const said: Record<string, string> = {};
  const run = async (name: string, ...args: string[]) => {
    const isReading = ["validate", "show", "providers"].includes(`${args[0]}`);
    const { code, stdout, stderr } = await (isReading ? reading : workspace).run(...args);
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${stdout}${stderr}`);
    said[name] = `${stdout}\n${stderr}`;
    return stdout;
  };
  const kept = async (name: string) => {
    said[`the state ${name}`] = notSensitiveOfState(
      await readFile(join(workspace.folder, "terraform.tfstate"), "utf8"),
    );
  };
  for (const label of ["first", "second one"]) {
    await write(configuration(label), block);
    await run(`validate ${label}`, "validate");
    await run(`plan ${label}`, "plan", "-out=planned");
    await run(`show of the plan ${label}`, "show", "planned");
    const shown = await reading.run("show", "-json", "planned");
    said[`the plan in JSON ${label}`] = notSensitiveOfShown(shown.stdout);
    await run(`apply ${label}`, "apply", "-json", "planned");
    await run(`show ${label}`, "show");
    said[`show in JSON ${label}`] = notSensitiveOfShown((await reading.run("show", "-json")).stdout);
    await kept(label);
  }
  await run("refresh", "plan", "-refresh-only", "-json");
  await run("providers schema", "providers", "schema", "-json");
  await run("destroy", "destroy", "-auto-approve");
  return { ...said, ...(await files(workspace.folder)) };
}

/** One apply that may fail, in another environment and with another provider's block. */
export async function oneApply(
  account: TestAccount,
  secrets: Secrets,
  {
    url = account.service.url,
    environment = {},
  }: { url?: string; environment?: Readonly<Record<string, string>> } = {},
): Promise<Said & { readonly printed: string }> {
  const { workspace, write, log } = await account.another({
    environment: { ...environmentOf(secrets), ...environment },
  });
  await write(
    configuration("first"),
    `${providerBlock(url, account.service.accountSid)}  max_wait = 0\n  request_timeout = 5\n`,
  );
  const { stdout, stderr } = await workspace.run("apply", "-auto-approve");
  return {
    printed: `${stdout}\n${stderr}`,
    // Terraform has the log of a plugin that it starts.
    "the plugin's log": log.join(""),
    ...(await files(workspace.folder)),
  };
}

/** The files that Terraform leaves, except the configuration and plans. */
async function files(folder: string): Promise<Said> {
  const read = async (name: string) =>
    existsSync(join(folder, name)) ? readFile(join(folder, name), "utf8") : undefined;
  const [log, state, backup, crash] = await Promise.all(
    ["trace.log", "terraform.tfstate", "terraform.tfstate.backup", "crash.log"].map(read),
  );
  if (log === undefined) throw new Error("Terraform wrote no log.");
  return {
    "the log": log,
    ...(state && { "the state": notSensitiveOfState(state) }),
    ...(backup && { "the state before": notSensitiveOfState(backup) }),
    ...(crash && { "the crash log": crash }),
  };
}
