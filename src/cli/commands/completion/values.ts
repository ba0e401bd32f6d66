import { contactStatuses } from "../../../service/enumerations";
import { type Kind, kindNames, pausableKinds } from "../../../service/kinds";
import { eventTable } from "../../../webhooks/event-table";
import { cachedNames, type Names } from "./cached-names";

/** The position of a value: the words of the command, and the option or argument. */
interface ValuePlace {
  /** Such as `contacts list`. */
  readonly command: string;
  /** Such as `--kind` or `host`. */
  readonly of: string;
}

type Values = (env: NodeJS.ProcessEnv, command: string) => readonly string[] | Promise<readonly string[]>;

/** Names that the commands take, without the service's catalogue of sources. */
const namedKinds: readonly Kind[] = pausableKinds.filter((kind) => kind !== "source");

/** Options by name, arguments after the command. */
const sources: Readonly<Record<string, Values>> = {
  "--kind": (_, command) => (/^(pause|resume)$/.test(command) ? pausableKinds : kindNames),
  "--status": () => contactStatuses,
  "--tag": (env) => known("tags", ["host", "certificate_monitor"], env),
  "--unsigned": () => Object.keys(eventTable),
  "check host": (env) => known("names", ["host"], env),
  "pause objects": (env) => known("names", namedKinds, env),
  "resume objects": (env) => known("names", namedKinds, env),
  "contacts confirm contact": (env) => known("names", ["contact"], env),
  "contacts resend contact": (env) => known("names", ["contact"], env),
  "webhooks send types": () => Object.keys(eventTable),
};

/** The possible values, as far as they are known. */
export async function possibleValues(
  { command, of }: ValuePlace,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const values = await (sources[of] ?? sources[`${command} ${of}`])?.(env, command);
  return [...new Set(values ?? [])];
}

/** The names or the tags of the objects of these kinds. */
async function known(of: keyof Names, kinds: readonly Kind[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const read = await Promise.all(kinds.map((kind) => cachedNames(kind, env)));
  return read.flatMap((names) => names[of]).sort();
}
