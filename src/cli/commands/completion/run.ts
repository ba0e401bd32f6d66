import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Command, Option } from "commander";
import { contactStatuses } from "../../../service/enumerations";
import { type Kind, kindNames, pausableKinds } from "../../../service/kinds";
import { eventTable } from "../../../webhooks/event-table";
import { namesOfObject, tagsOf } from "../../account/names";
import { openAccount } from "../../account/session";
import { isPrivate, userCacheFolder } from "../../code-caches";
import { writeAtomically } from "../../output/print";
import { printable } from "../../output/terminal";
import { makeFolder } from "../../project/folders";

interface Candidate {
  readonly word: string;
  /** Its description, in one line; may be empty. */
  readonly description: string;
}

/** Prints the completions of the last word, a line each. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const all = await candidates(program, words, (place) => possibleValues(place, process.env));
  // A name that would act on the terminal, or be several candidates, cannot be completed.
  const shown = all.filter(({ word }) => printable(word) === word);
  process.stdout.write(shown.map(({ word, description }) => `${word}\t${description}\n`).join(""));
}

/** The position of a value: the words of the command, and the option or argument. */
interface ValuePlace {
  /** Such as `contacts list`. */
  readonly command: string;
  /** Such as `--kind` or `host`. */
  readonly of: string;
}

/**
 * The completions of the last word of a command line, from the commands, their options, their choices, and the names of
 * the account's objects. Of a value with commas, the part behind the last one is completed.
 * @param words the arguments of the program; the last one is incomplete, and may be empty
 * @param valuesOf the possible values of an option or argument
 */
export async function candidates(
  program: Command,
  words: readonly string[],
  valuesOf: (place: ValuePlace) => Promise<readonly string[]>,
): Promise<readonly Candidate[]> {
  // An option and its value may be one word, as in zsh, or three, as in bash: --format=, or --format, = and the value.
  const separate = words.flatMap(
    (word) => /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? (word === "=" ? [] : word),
  );
  const last = words.at(-1) === "=" ? "" : (separate.at(-1) ?? "");
  const before = words.at(-1) === "=" ? separate : separate.slice(0, -1);
  const { command, pending, complete, isLiteral } = placeOf(program, before);
  if (pending === undefined && last.startsWith("-") && !isLiteral) return starting(last, optionsOf(command));
  const { registeredArguments } = command;
  const argument = registeredArguments[complete] ?? registeredArguments.findLast(({ variadic }) => variadic);
  const choices = pending === undefined ? argument?.argChoices : pending.argChoices;
  const of = pending?.long ?? argument?.name();
  const values = of === undefined ? [] : await valuesOf({ command: pathOf(command), of });
  const begin = pending === undefined ? "" : last.slice(0, last.lastIndexOf(",") + 1);
  return starting(last, [
    ...(pending === undefined && complete === 0 && !isLiteral ? subcommandsOf(command) : []),
    ...choicesOf(choices),
    ...choicesOf(values.map((value) => begin + value)),
  ]);
}

function starting(begin: string, all: readonly Candidate[]): Candidate[] {
  return all.filter(({ word }) => word.startsWith(begin));
}

/** The words of a command after the program's name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

interface Place {
  readonly command: Command;
  /** The option that waits for its value. */
  readonly pending: Option | undefined;
  /** How many arguments of the command are complete. */
  readonly complete: number;
  /** Whether the words have `--`, behind which everything is an argument. */
  readonly isLiteral: boolean;
}

function placeOf(program: Command, before: readonly string[]): Place {
  let command = program;
  let pending: Option | undefined;
  let complete = 0;
  let isLiteral = false;
  for (const word of before) {
    if (pending !== undefined) {
      pending = undefined;
      continue;
    }
    if (!isLiteral && word === "--") {
      isLiteral = true;
      continue;
    }
    if (!isLiteral && word.startsWith("-") && word !== "-") {
      const option = command.options.find(({ long, short }) => long === word || short === word);
      if (option?.required === true) pending = option;
      continue;
    }
    const next =
      complete === 0 && !isLiteral ? visible(command).find((each) => each.name() === word) : undefined;
    if (next === undefined) complete += 1;
    else command = next;
  }
  return { command, pending, complete, isLiteral };
}

function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function subcommandsOf(command: Command): Candidate[] {
  return visible(command).map((each) => candidate(each.name(), each.description()));
}

function optionsOf(command: Command): Candidate[] {
  // Those of the account are not part of the command's help.
  const options = new Set([...command.options, ...command.createHelp().visibleOptions(command)]);
  return [...options].map(({ long, short, description }) => candidate(long ?? short ?? "", description));
}

function choicesOf(choices: readonly string[] | undefined): Candidate[] {
  return (choices ?? []).map((choice) => candidate(choice, ""));
}

function candidate(word: string, description: string): Candidate {
  return { word, description: description.replace(/\s+/g, " ") };
}

type Values = (env: NodeJS.ProcessEnv, command: string) => readonly string[] | Promise<readonly string[]>;

/** Kinds whose names the commands take, without the service's catalogue of sources. */
const namedKinds: readonly Kind[] = pausableKinds.filter((kind) => kind !== "source");

/** The values of options by their names, and of arguments by the command and their names. */
const values: Readonly<Record<string, Values>> = {
  "--kind": (_, command) => (/^(pause|resume)$/.test(command) ? pausableKinds : kindNames),
  "--status": () => contactStatuses,
  "--tag": (env) => inAccount("tags", ["host", "certificate_monitor"], env),
  "--group": (env) => inAccount("names", ["contact_group"], env),
  "--profile": (env) => inAccount("names", ["monitoring_profile"], env),
  "--unsigned": () => Object.keys(eventTable),
  "check host": (env) => inAccount("names", ["host"], env),
  "pause objects": (env) => inAccount("names", namedKinds, env),
  "resume objects": (env) => inAccount("names", namedKinds, env),
  "contacts confirm contact": (env) => inAccount("names", ["contact"], env),
  "contacts resend contact": (env) => inAccount("names", ["contact"], env),
  "webhooks send types": () => Object.keys(eventTable),
};

/** The possible values, as far as they are known. */
async function possibleValues(
  { command, of }: ValuePlace,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const possible = await (values[of] ?? values[`${command} ${of}`])?.(env, command);
  return [...new Set(possible ?? [])];
}

/** The names or the tags of the objects of these kinds. */
async function inAccount(of: keyof Names, kinds: readonly Kind[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const read = await Promise.all(kinds.map((kind) => cachedNames(kind, env)));
  return read.flatMap((names) => names[of]).sort();
}

interface Names {
  readonly names: readonly string[];
  readonly tags: readonly string[];
}

/** Names are read again after this many milliseconds. */
const lifetime = 60_000;
/** Completion waits no longer. */
const completionTimeout = 3_000;

/** The names of the objects of a kind in the account of the environment, at most a minute old; none where that fails. */
async function cachedNames(kind: Kind, env: NodeJS.ProcessEnv): Promise<Names> {
  try {
    const folder = await privateCacheFolder(env);
    if (folder === undefined) return await readNames(kind, env);
    const file = join(folder, `${accountKey(env)}-${kind}.json`);
    const stats = await lstat(file).catch(() => undefined);
    if (stats !== undefined && isPrivate(stats) && Date.now() - stats.mtimeMs < lifetime)
      return JSON.parse(await readFile(file, "utf8")) as Names;
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

/** The user's folder for caches; undefined if there is none, or another user could have written it. */
async function privateCacheFolder(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folder = userCacheFolder({ env: { HOME: homedir(), ...env }, platform: process.platform });
  if (folder === undefined) return undefined;
  makeFolder(folder, 0o700);
  return isPrivate(await lstat(folder)) ? folder : undefined;
}

function accountKey(env: NodeJS.ProcessEnv): string {
  const { RBLMONITOR_BASE_URL: url, RBLMONITOR_LEGACY_BASE_URL: legacy, RBLMONITOR_ACCOUNT_SID: sid } = env;
  return createHash("sha256")
    .update(JSON.stringify([url, legacy, sid]))
    .digest("hex")
    .slice(0, 16);
}
