import type { PauseTarget } from "../../../provider/managed/pause-each";
import { abbreviated } from "../../../provider/text";
import { type Kind, kinds, type PausableKind, pausableKinds } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { canonicalSid, sidKind } from "../../../service/sids";
import { isPausedStatus } from "../../../service/status";
import type { ObjectValue } from "../../../terraform";
import { readLists } from "../../account/lists";
import { globOf, hasOneOf, hasTags, namesOfObject, resourceOf, tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import type { AccountSession } from "../../account/session";
import { unmatched } from "../../account/unmatched";
import type { SelectionOptions } from "../../options";
import type { PrintOptions } from "../../output/print";
import { didYouMean } from "../../output/suggestion";
import { disjunction } from "../../output/text";

/** An action on objects. */
export type Action = "pause" | "resume";

/** Options of `rblmonitor pause` or `rblmonitor resume`. */
export interface PauseOptions extends AccountOptions, PrintOptions, SelectionOptions<PausableKind> {
  readonly yes?: true;
}

/** An object that is to be paused or resumed. */
export interface Target extends PauseTarget {
  /** Its natural key and its label; null if it was selected by SID, or has none. */
  readonly key: string | null;
  readonly name: string | null;
  readonly isPaused: boolean | undefined;
}

/** The selected objects, with notes. */
export interface TargetSelection {
  readonly targets: readonly Target[];
  /** Whether names or tags select objects, not only SIDs. */
  readonly isSearched: boolean;
  readonly notes: readonly string[];
}

/**
 * The selected objects. Selection by SID reads nothing.
 * @throws Error if no object has a name, a SID is of a kind that cannot be paused, or nothing is selected
 */
export async function selectTargets(
  session: AccountSession,
  action: Action,
  given: readonly string[],
  { kind: wantedKinds, tag: tags = [] }: PauseOptions,
): Promise<TargetSelection> {
  const asked = given.map(canonicalSid);
  const sids = asked.filter((text) => sidKind(text) !== undefined);
  const patterns = asked.filter((text) => !sids.includes(text));
  if (asked.length === 0 && tags.length === 0) {
    throw new Error(`Nothing to ${action}: give SIDs or names, or select objects with --tag.`);
  }
  if (sids.length > 0 && (tags.length > 0 || wantedKinds !== undefined)) {
    throw new Error("--tag and --kind select objects by name, and cannot be combined with SIDs.");
  }
  const named = [...new Set(sids)].map((sid) => targetOfSid(sid, action));
  if (patterns.length === 0 && tags.length === 0) return { targets: named, isSearched: false, notes: [] };

  const searched = (wantedKinds ?? pausableKinds).filter((kind) => tags.length === 0 || hasTags(kind));
  if (searched.length === 0) throw new Error(`No objects of ${abbreviated(wantedKinds ?? [])} have tags.`);
  const { objects, notes } = await readKinds(session, searched, wantedKinds !== undefined);
  const tagged = objects.filter((object) => hasOneOf(tags, object.tags));
  const subject = disjunction(searched.map((kind) => kinds[kind].title));
  const unmatchedTags = unmatched(tags, tagsOf(objects), { subject, noun: "tag" });
  const found = matching(tagged, patterns, { action, subject, tags, searched, unmatchedTags });
  const ids = new Set(found.map(({ id }) => id));
  return {
    targets: [...named.filter(({ id }) => !ids.has(id)), ...found],
    isSearched: true,
    notes: [...notes, ...unmatchedTags],
  };
}

function targetOfSid(sid: string, action: Action): Target {
  const kind = sidKind(sid) as Kind;
  const pausable = pausableKinds.find((each) => each === kind);
  if (pausable !== undefined) return { kind: pausable, id: sid, key: null, name: null, isPaused: undefined };
  const plurals = pausableKinds.map((each) => kinds[each].plural).join(", ");
  throw new Error(`${sid} is a ${kinds[kind].title}, which cannot be ${action}d. Only ${plurals} can.`);
}

/** An object of a list. `refusal` is the reason why it cannot be changed, such as of a built-in source. */
type Found = Target & {
  readonly tags: readonly string[];
  /** All its names, for matching only. */
  readonly texts: readonly string[];
  readonly refusal: string | undefined;
};

/** Reads the lists of these kinds. Skips kinds that the account's plan does not include, unless requested. */
async function readKinds(
  { account }: AccountSession,
  wanted: readonly PausableKind[],
  isNeeded: boolean,
): Promise<{ objects: readonly Found[]; notes: readonly string[] }> {
  const lists = await readLists(account, wanted, { once: true }, new Set(isNeeded ? wanted : []));
  return {
    objects: wanted.flatMap((kind) => lists.of(kind).map((object) => foundOf(kind, object))),
    notes: [...lists.refused].map(
      ([kind, { message }]) => `The ${kinds[kind].plural} were not read: ${message}`,
    ),
  };
}

function foundOf(kind: PausableKind, object: ServiceObject<PausableKind>): Found {
  const { key = null, name = null } = namesOfObject(kind, object);
  const { naturalKey = "name", refusal } = resourceOf(kind).object;
  const called = [name, (object as ObjectValue)[naturalKey]];
  const isPaused = object.status === undefined ? undefined : isPausedStatus(object.status);
  const tags = ("tags" in object && object.tags) || [];
  const texts = called.filter((text) => typeof text === "string");
  return { kind, id: object.id, key, name, isPaused, tags, texts, refusal: refusal?.(object) };
}

/** The requested selection. */
interface Asked {
  readonly action: Action;
  /** The searched kinds in words. */
  readonly subject: string;
  readonly tags: readonly string[];
  readonly searched: readonly PausableKind[];
  /** A sentence for each tag that no object has. */
  readonly unmatchedTags: readonly string[];
}

/** @throws Error for a pattern or tags that match no object */
function matching(objects: readonly Found[], patterns: readonly string[], asked: Asked): Target[] {
  const matchers = patterns.map((pattern) => ({ pattern, matches: globOf(pattern) }));
  const fits = ({ texts }: Found, matches: (text: string) => boolean) => texts.some(matches);
  const free = objects.filter(({ refusal }) => refusal === undefined);
  for (const { pattern, matches } of matchers) {
    if (free.some((object) => fits(object, matches))) continue;
    const refused = objects.find((object) => fits(object, matches));
    if (refused === undefined) throw noSuchObject(pattern, free, asked);
    throw new Error(
      `${JSON.stringify(pattern)} (${refused.id}) cannot be ${asked.action}d. ${refused.refusal}`,
    );
  }
  if (free.length === 0) {
    throw new Error(
      asked.unmatchedTags.join("\n") || `No ${asked.subject} with these tags can be ${asked.action}d.`,
    );
  }
  return free
    .filter((object) => patterns.length === 0 || matchers.some(({ matches }) => fits(object, matches)))
    .map(({ kind, id, key, name, isPaused }) => ({ kind, id, key, name, isPaused }));
}

function noSuchObject(
  pattern: string,
  objects: readonly Found[],
  { action, subject, tags, searched }: Asked,
): Error {
  const tag = tags.length === 0 ? "" : " with these tags";
  const names = objects.flatMap(({ key, name }) => [key, name].filter((text) => text !== null));
  // The list of sources has the active ones (docs/design/api.md#source).
  const isHidden = action === "resume" && searched.includes("source");
  const hint = isHidden ? " The service does not list paused sources: give the SID." : "";
  return new Error(
    `No ${subject}${tag} is named ${JSON.stringify(pattern)}.${didYouMean(pattern, names)}${hint}`,
  );
}
