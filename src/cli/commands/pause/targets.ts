import { abbreviated } from "../../../provider/abbreviated";
import type { PauseTarget } from "../../../provider/managed/pause-each";
import { type Kind, kinds, type PausableKind, pausableKinds } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { canonicalSid, sidKind } from "../../../service/sids";
import { isPausedStatus } from "../../../service/status";
import type { ObjectValue } from "../../../terraform";
import { readLists } from "../../account/lists";
import { globOf, hasOneOf, hasTags, namesOfObject, tableOf, tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import type { AccountSession } from "../../account/session";
import { unmatched } from "../../account/unmatched";
import type { PrintOptions, SelectionOptions } from "../../options";
import { didYouMean } from "../../output/suggestion";
import { eitherOf } from "../../output/text";

/** What can be done to objects of some kinds. */
export type Action = "pause" | "resume";

/** What `rblmonitor pause` or `rblmonitor resume` was told. */
export interface PauseOptions extends AccountOptions, PrintOptions, SelectionOptions<PausableKind> {
  readonly yes?: true;
}

/** An object that is to be paused or resumed. */
export interface Target extends PauseTarget {
  /** What people know it by, such as its address, and its label; null if it was named by its SID, or has none. */
  readonly key: string | null;
  readonly name: string | null;
  readonly isPaused: boolean | undefined;
}

/** What was chosen, and what to know about it. */
export interface Choice {
  readonly targets: readonly Target[];
  /** Whether something was chosen by name or tag, and not by its SID alone. */
  readonly isSearched: boolean;
  readonly notes: readonly string[];
}

/**
 * The objects that are meant. Nothing is read for those that are named by their SIDs.
 * @throws Error when a name is nothing's, a SID is of a kind that cannot be paused, or nothing is asked for
 */
export async function chosen(
  session: AccountSession,
  action: Action,
  given: readonly string[],
  { kind: wantedKinds, tag: tags = [] }: PauseOptions,
): Promise<Choice> {
  const asked = given.map(canonicalSid);
  const sids = asked.filter((text) => sidKind(text) !== undefined);
  const patterns = asked.filter((text) => !sids.includes(text));
  if (asked.length === 0 && tags.length === 0) {
    throw new Error(`Nothing to ${action}: give SIDs or names, or select objects with --tag.`);
  }
  if (sids.length > 0 && (tags.length > 0 || wantedKinds !== undefined)) {
    throw new Error("A SID names one object: --tag and --kind choose among names.");
  }
  const named = [...new Set(sids)].map((sid) => targetOfSid(sid, action));
  if (patterns.length === 0 && tags.length === 0) return { targets: named, isSearched: false, notes: [] };

  const searched = (wantedKinds ?? pausableKinds).filter((kind) => tags.length === 0 || hasTags(kind));
  if (searched.length === 0) throw new Error(`No objects of ${abbreviated(wantedKinds ?? [])} have tags.`);
  const { objects, notes } = await readKinds(session, searched, wantedKinds !== undefined);
  const tagged = objects.filter((object) => hasOneOf(tags, object.tags));
  const found = matching(tagged, patterns, { action, tags, searched, known: tagsOf(objects) });
  const ids = new Set(found.map(({ id }) => id));
  return {
    targets: [...named.filter(({ id }) => !ids.has(id)), ...found],
    isSearched: true,
    notes: [
      ...notes,
      ...unmatched(tags, tagsOf(objects), {
        subject: eitherOf(searched.map((kind) => kinds[kind].title)),
        noun: "tag",
      }),
    ],
  };
}

function targetOfSid(sid: string, action: Action): Target {
  const kind = sidKind(sid) as Kind;
  const pausable = pausableKinds.find((each) => each === kind);
  if (pausable !== undefined) return { kind: pausable, id: sid, key: null, name: null, isPaused: undefined };
  const plurals = pausableKinds.map((each) => kinds[each].plural).join(", ");
  throw new Error(`${sid} is a ${kinds[kind].title}, and none can be ${action}d: only ${plurals} can.`);
}

/** An object of a list. `refusal` says why it cannot be touched, such as a source of the service's own catalogue. */
type Found = Target & {
  readonly tags: readonly string[];
  /** What people may call it; nothing of it is shown. */
  readonly texts: readonly string[];
  readonly refusal: string | undefined;
};

/** Reads the lists of those kinds. One that the account's plan does not have is left out, unless it was asked for. */
async function readKinds(
  { account }: AccountSession,
  wanted: readonly PausableKind[],
  isNeeded: boolean,
): Promise<{ objects: readonly Found[]; notes: readonly string[] }> {
  const lists = await readLists(account, wanted, { once: true }, new Set(isNeeded ? wanted : []));
  return {
    objects: wanted.flatMap((kind) => lists.of(kind).map((object) => foundOf(kind, object))),
    notes: [...lists.refused].map(
      ([kind, { message }]) => `The ${kinds[kind].plural} are not looked at: ${message}`,
    ),
  };
}

function foundOf(kind: PausableKind, object: ServiceObject<PausableKind>): Found {
  const { key = null, name = null } = namesOfObject(kind, object);
  const called = [name, (object as ObjectValue)[tableOf(kind).naturalKey ?? "name"]];
  const isPaused = object.status === undefined ? undefined : isPausedStatus(object.status);
  const tags = ("tags" in object && object.tags) || [];
  const texts = called.filter((text) => typeof text === "string");
  return { kind, id: object.id, key, name, isPaused, tags, texts, refusal: tableOf(kind).refusal?.(object) };
}

/** What was asked for, and where it was looked for. */
interface Asked {
  readonly action: Action;
  readonly tags: readonly string[];
  readonly searched: readonly PausableKind[];
  /** The tags of all objects. */
  readonly known: readonly string[];
}

/** @throws Error for a pattern that nothing matches, or tags that nothing has */
function matching(objects: readonly Found[], patterns: readonly string[], asked: Asked): Target[] {
  const isMeant = patterns.map((pattern) => ({ pattern, matches: globOf(pattern) }));
  const fits = ({ texts }: Found, matches: (text: string) => boolean) => texts.some(matches);
  const free = objects.filter(({ refusal }) => refusal === undefined);
  for (const { pattern, matches } of isMeant) {
    if (free.some((object) => fits(object, matches))) continue;
    const refused = objects.find((object) => fits(object, matches));
    if (refused === undefined) throw nothingCalled(pattern, free, asked);
    throw new Error(
      `What is called ${JSON.stringify(pattern)} (${refused.id}) cannot be ${asked.action}d. ${refused.refusal}`,
    );
  }
  if (free.length === 0) {
    const subject = eitherOf(asked.searched.map((kind) => kinds[kind].title));
    const tags = { subject, noun: "tag" };
    throw new Error(
      unmatched(asked.tags, asked.known, tags).join("\n") ||
        `No ${subject} with these tags can be ${asked.action}d.`,
    );
  }
  return free
    .filter((object) => patterns.length === 0 || isMeant.some(({ matches }) => fits(object, matches)))
    .map(({ kind, id, key, name, isPaused }) => ({ kind, id, key, name, isPaused }));
}

function nothingCalled(pattern: string, objects: readonly Found[], { action, tags, searched }: Asked): Error {
  const among = eitherOf(searched.map((kind) => kinds[kind].title));
  const tag = tags.length === 0 ? "" : " with these tags";
  const names = objects.flatMap(({ key, name }) => [key, name].filter((text) => text !== null));
  // The list of sources has the active ones (docs/design/api.md#source).
  const isHidden = action === "resume" && searched.includes("source");
  const hint = isHidden ? " The service does not list paused sources: give the SID." : "";
  return new Error(
    `No ${among}${tag} is named ${JSON.stringify(pattern)}.${didYouMean(pattern, names)}${hint}`,
  );
}
