import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Kind } from "../../../service/kinds";
import { namesOfObject, tagsOf } from "../../account/names";
import { openAccount } from "../../account/session";
import { makeFolder } from "../../output/make-folder";
import { writeAtomically } from "../../output/print";

/** The names and tags of the objects of a kind. */
export interface Names {
  readonly names: readonly string[];
  readonly tags: readonly string[];
}

/** Names are read again after so many milliseconds. */
const lifetime = 60_000;
/** Completion waits no longer. */
const completionTimeout = 3_000;

/** The names of the objects of a kind in the account of the environment, at most a minute old; none where that fails. */
export async function cachedNames(kind: Kind, env: NodeJS.ProcessEnv): Promise<Names> {
  try {
    const file = join(await cacheFolder(env), `${accountKey(env)}-${kind}.json`);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
    if (Date.now() - mtimeMs < lifetime) return JSON.parse(await readFile(file, "utf8")) as Names;
    const names = await readNames(kind, env);
    await writeAtomically(file, JSON.stringify(names), 0o600);
    return names;
  } catch {
    return { names: [], tags: [] };
  }
}

async function readNames(kind: Kind, env: NodeJS.ProcessEnv): Promise<Names> {
  const options = {
    apiVersion: env.RBLMONITOR_API_VERSION === "3.0" ? ("3.0" as const) : ("4.0" as const),
    baseUrl: env.RBLMONITOR_BASE_URL ?? "",
    legacyBaseUrl: env.RBLMONITOR_LEGACY_BASE_URL ?? "",
    accountSid: env.RBLMONITOR_ACCOUNT_SID ?? "",
    maxWait: 0,
  };
  const account = openAccount(options, env, { signal: AbortSignal.timeout(completionTimeout) });
  try {
    const objects = await (await account.reader(kind)).readAll();
    const names = objects.flatMap((object) => {
      const { key, name } = namesOfObject(kind, object);
      return [key, name].filter((text) => text !== undefined);
    });
    // Only the end of a destination that is a credential is shown, which names nothing.
    return { names: names.filter((name) => !name.includes("…")), tags: tagsOf(objects) };
  } finally {
    await account.close();
  }
}

async function cacheFolder({ XDG_CACHE_HOME: home }: NodeJS.ProcessEnv): Promise<string> {
  const folder = join(home || join(homedir(), ".cache"), "rblmonitor");
  makeFolder(folder, 0o700);
  return folder;
}

function accountKey(env: NodeJS.ProcessEnv): string {
  const { RBLMONITOR_BASE_URL: url, RBLMONITOR_LEGACY_BASE_URL: legacy, RBLMONITOR_ACCOUNT_SID: sid } = env;
  return createHash("sha256")
    .update(JSON.stringify([url, legacy, sid]))
    .digest("hex")
    .slice(0, 16);
}
