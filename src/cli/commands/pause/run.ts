import * as z from "zod/mini";
import { ServiceError } from "../../../client/errors";
import { keyField } from "../../../provider/managed/object";
import { type PauseOutcome, type PauseTarget, pauseEach } from "../../../provider/managed/pause";
import { asciiName, indexInSubnet, parseSubnet } from "../../../service/addresses";
import { type Kind, kinds, type PausableKind, pausableKinds } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { canonicalSid, sidKind } from "../../../service/sids";
import { isUnknownStatus, pausedBy } from "../../../service/status";
import type { ObjectValue } from "../../../terraform";
import { failureText } from "../../account/failure";
import { readLists } from "../../account/lists";
import { globOf, hasOneOf, hasTags, namesOfObject, resourceOf, tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { commandReport, confirm, inputName } from "../../input";
import type { SelectionOptions } from "../../options";
import { type PrintOptions, print } from "../../output/print";
import { assertMatched, didYouMean, unmatched } from "../../output/suggestion";
import { type ProcessContext, printable, type Style, screenFor } from "../../output/terminal";
import { counted, disjunction } from "../../output/text";
import { type Column, textTable } from "../../output/text-table";

export type Action = "pause" | "resume";

export interface PauseOptions extends AccountOptions, PrintOptions, SelectionOptions<PausableKind> {
  readonly yes?: true;
  /** The output of `pause --json`: resume what it paused. */
  readonly from?: string;
}

/** A call of the command, with the open account. */
interface Request {
  readonly action: Action;
  readonly words: readonly string[];
  readonly options: PauseOptions;
  readonly processContext: ProcessContext;
  readonly session: AccountSession;
}

/** An object that is to be paused or resumed. One that was selected by SID has no other facts. */
interface Target extends PauseTarget {
  readonly key?: string | null;
  readonly name?: string | null;
  /** Whether a name or a tag selected it. */
  readonly isFound?: true;
  /** Its status, if that does not say whether it is paused. */
  readonly unknownStatus?: string | undefined;
}

/**
 * Pauses or resumes objects: shows those selected by name or tag, asks for confirmation, and prints the result of each.
 * @param words SIDs, or patterns of names
 * @returns the exit code: 1 if anything failed or was not tried
 * @throws Error when nothing was done
 */
export async function pauseOrResume(
  action: Action,
  words: readonly string[],
  options: PauseOptions,
  processContext: ProcessContext,
): Promise<number> {
  let targets: readonly Target[] | undefined;
  let signal: AbortSignal | undefined;
  let isWhole = true;
  const sent = new Set<Target>();
  const settled = new Map<Target, PauseOutcome<Target>>();
  const work = async (session: AccountSession) => {
    signal = session.signal;
    const request = { action, words, options, processContext, session };
    const onGap = (text: string) => {
      isWhole = false;
      session.warn(text);
    };
    const selected = await selectTargets(request, onGap);
    if (selected.some(({ isFound }) => isFound)) await confirmSelection(selected, request);
    targets = selected;
    const onOutcome = (outcome: PauseOutcome<Target>) => {
      settled.set(outcome.target, outcome);
      session.showProgress(`${counted(settled.size, "object")} of ${selected.length}`);
    };
    const onSend = (target: Target) => sent.add(target);
    await pauseEach(session.account, selected, action === "pause", session.signal, onOutcome, onSend);
  };
  const doing = action === "pause" ? "Pausing" : "Resuming";
  const stopped = () => "Stopped. Nothing was changed.";
  await withAccount(options, processContext, doing, work, stopped).catch((thrown: unknown) => {
    // After an interrupt, the answers to some requests may never come.
    if (targets === undefined) throw thrown;
  });
  const outcomes = (targets ?? []).map(
    (target) =>
      settled.get(target) ?? ({ target, result: sent.has(target) ? "unknown" : "not_tried" } as const),
  );
  const rows = outcomes.map((outcome) => resultRow(action, outcome));
  const objects = rows.map(({ kind, id, key = null, name = null, label, error }) => {
    const reason = error === undefined ? null : failureText(error);
    const result = label === alreadyDone.resume ? "already_resumed" : label.replace(" ", "_");
    return { kind, id, key, name, result, error: reason };
  });
  print(processContext, options, { action, objects }, (screen) =>
    rows.length === 0
      ? `${printable(inputName(options.from ?? ""))} paused nothing: nothing to resume.\n`
      : textTable(columnsOf("RESULT"), rows, screen),
  );
  const undone = rows.filter(({ label }) => label === "failed" || label === "not tried").length;
  const unknown = rows.filter(({ label }) => label === "unknown").length;
  if (undone + unknown === 0 && isWhole) return 0;
  const of = `of ${counted(rows.length, "object")}`;
  const failed = rows.find(({ error }) => error !== undefined);
  const summary = [
    signal?.aborted && "Stopped.",
    undone > 0 && (rows.length > 1 || failed === undefined) && `${undone} ${of} could not be ${action}d.`,
    unknown > 0 && `${unknown} ${of} may be ${action}d: the service did not confirm the request.`,
    !isWhole &&
      `Further objects may match that are not ${action}d: a list lacks objects. Run the command again.`,
    failed !== undefined && failureText(failed.error),
  ];
  throw new Error(summary.filter(Boolean).join("\n\n"));
}

/**
 * The selected objects. Selection by SID reads nothing here.
 * @throws Error if no object has a name, a SID is of a kind that cannot be paused, or nothing is selected
 */
async function selectTargets(request: Request, onGap: (text: string) => void): Promise<readonly Target[]> {
  const { action, words, options, processContext, session } = request;
  const { from, kind: kindsWanted, tag: tags = [] } = options;
  if (from !== undefined) {
    if (words.length > 0 || tags.length > 0 || kindsWanted !== undefined)
      throw new Error("--from has all objects, and cannot be combined with SIDs, names, --tag and --kind.");
    return pausedIn(from, processContext.stdin);
  }
  const asked = words.map(canonicalSid);
  const sids = asked.filter((text) => sidKind(text) !== undefined);
  const patterns = asked.filter((text) => !sids.includes(text));
  if (asked.length === 0 && tags.length === 0) {
    throw new Error(`Nothing to ${action}: give SIDs or names, or select objects with --tag.`);
  }
  if (sids.length > 0 && (tags.length > 0 || kindsWanted !== undefined)) {
    throw new Error("--tag and --kind select objects by name, and cannot be combined with SIDs.");
  }
  // Only the JSON undoes a pause, and must not have what was paused before.
  const isReadFirst = action === "pause" && options.json === true;
  const named = [...new Set(sids)].map((sid) => ({ ...targetOfSid(sid, action), isReadFirst }));
  if (patterns.length === 0 && tags.length === 0) return named;
  const found: readonly Target[] = await searchTargets(patterns, request, onGap);
  const targets = [...named.filter(({ id }) => !found.some((target) => target.id === id)), ...found];
  const contacts = targets.filter(({ kind, isPaused }) => kind === "contact" && isPaused !== true).length;
  if (action === "pause" && contacts > 0)
    session.warn(
      `${counted(contacts, "contact is", "contacts are")} among these objects. The service does not notify paused contacts.`,
    );
  return targets;
}

const pauseReport = z.object({
  action: z.literal("pause"),
  objects: z.array(
    z.object({
      id: z.string().check(z.refine((id) => sidKind(id) !== undefined)),
      key: z.nullable(z.string()),
      name: z.nullable(z.string()),
      result: z.string(),
    }),
  ),
});

/**
 * The objects that a `pause` paused or may have paused, without those that were paused before it.
 * @throws Error for a file of something else
 */
async function pausedIn(file: string, stdin: AsyncIterable<Uint8Array>): Promise<Target[]> {
  const { objects } = await commandReport(file, stdin, "pause", pauseReport);
  const paused = objects.filter(({ result }) => result === "paused" || result === "unknown");
  return paused.map(({ id, key, name }) => ({ ...targetOfSid(id, "resume"), key, name }));
}

function targetOfSid(sid: string, action: Action): Target {
  const kind = sidKind(sid) as Kind;
  const pausable = pausableKinds.find((each) => each === kind);
  if (pausable !== undefined) return { kind: pausable, id: sid };
  const plurals = pausableKinds.map((each) => kinds[each].plural).join(", ");
  throw new Error(`${sid} is ${kinds[kind].withArticle}, which cannot be ${action}d. Only ${plurals} can.`);
}

/**
 * The objects whose names match one of the patterns, all if there are none, and that have one of the tags. Skips kinds that
 * the account's plan does not include, unless requested.
 * @throws Error for a pattern or tags that match no object
 */
async function searchTargets(
  patterns: readonly string[],
  { action, options, session }: Request,
  onGap: (text: string) => void,
) {
  const { kind: kindsWanted, tag: tags = [] } = options;
  const { account, warn } = session;
  const searched = (kindsWanted ?? pausableKinds).filter((kind) => tags.length === 0 || hasTags(kind));
  if (searched.length === 0) {
    const tagged = pausableKinds.filter(hasTags).map((kind) => kinds[kind].plural);
    throw new Error(`Only ${tagged.join(" and ")} have tags: select other kinds by name or SID.`);
  }
  const reading = { once: true, onGap };
  const lists = await readLists(account, searched, reading, new Set(kindsWanted && searched));
  for (const { text } of lists.notes) warn(text);
  const objects = searched.flatMap((kind) => lists.of(kind).map((object) => candidateOf(kind, object)));
  const tagged = objects.filter((object) => hasOneOf(tags, object.tags));
  const free = tagged.filter(({ refusal }) => refusal === undefined);
  const subject = disjunction(searched.map((kind) => kinds[kind].title));
  assertMatched(unmatched(tags, tagsOf(objects), subject));
  const matchers = patterns.map((pattern) => ({ pattern, matches: matcherOf(pattern, tagged) }));
  for (const { pattern, matches } of matchers) {
    if (free.some(matches)) continue;
    const quoted = JSON.stringify(pattern);
    const refused = tagged.find(matches);
    if (refused !== undefined)
      throw new Error(`${quoted} (${refused.id}) cannot be ${action}d. ${refused.refusal}`);
    const tag = tags.length === 0 ? "" : " with these tags";
    const names = free.flatMap(({ key, name }) => [key ?? [], name ?? []].flat());
    // The list of sources has the active ones (docs/design/api.md#source).
    const isHidden = action === "resume" && searched.includes("source");
    const hint = isHidden ? " The service does not list paused sources: give the SID." : "";
    throw new Error(`No ${subject}${tag} is named ${quoted}.${didYouMean(pattern, names)}${hint}`);
  }
  if (free.length === 0) throw new Error(`No ${subject} with these tags can be ${action}d.`);
  return free.filter((object) => patterns.length === 0 || matchers.some(({ matches }) => matches(object)));
}

type Candidate = ReturnType<typeof candidateOf>;

function candidateOf(kind: PausableKind, object: ServiceObject<PausableKind>) {
  const managed = resourceOf(kind).object;
  const { status } = object;
  const names = namesOfObject(kind, object);
  const texts = [names.name, (object as ObjectValue)[keyField(managed)]];
  return {
    ...names,
    kind,
    isFound: true,
    isPaused: pausedBy(status),
    unknownStatus: isUnknownStatus(status) ? status : undefined,
    tags: ("tags" in object && object.tags) || [],
    /** The SID of the subnet that has it. */
    parent: "parent" in object ? object.parent : undefined,
    /** All its names, for matching only. */
    texts: texts.filter((text) => typeof text === "string"),
    /** The reason why it cannot be changed, such as of a built-in source. */
    refusal: managed.refusal?.(object),
  } as const;
}

/**
 * Matches names. A domain matches in Unicode and in punycode. A subnet in any spelling matches its host and the hosts that the
 * service created for it. If it has no host, it matches all hosts within: the service may store each address as a host.
 */
function matcherOf(pattern: string, all: readonly Candidate[]): (object: Candidate) => boolean {
  const matches = globOf(pattern);
  const matchesAscii = globOf(asciiName(pattern));
  const subnet = parseSubnet(pattern);
  const isNamed = ({ texts }: Candidate) =>
    texts.some((text) => matches(text) || matchesAscii(asciiName(text)) || isSubnet(text));
  const isSubnet = (text: string) => subnet && parseSubnet(text)?.canonical === subnet.canonical;
  if (subnet === undefined) return isNamed;
  const parents = new Set(all.filter(isNamed).map(({ id }) => id));
  if (parents.size > 0) return (object) => isNamed(object) || parents.has(object.parent ?? "");
  return ({ kind, key = "" }) => kind === "host" && indexInSubnet(subnet, key) !== undefined;
}

/** @throws Error without the confirmation of the user */
async function confirmSelection(targets: readonly Target[], request: Request): Promise<void> {
  const { action, options, processContext, session } = request;
  const { yes, wide } = options;
  session.clearProgress();
  const todo = targets.filter(({ isPaused }) => isPaused !== (action === "pause"));
  // The results follow in the same table, except that they do not show an unknown status.
  const isShown = !yes || todo.some(({ unknownStatus }) => unknownStatus !== undefined);
  if (todo.length === 0 || !isShown) return;
  const planned = ({ unknownStatus }: Target) =>
    unknownStatus === undefined ? action : `${action}, now unknown (${unknownStatus})`;
  const rows = targets.map((target) => ({
    ...target,
    label: todo.includes(target) ? planned(target) : alreadyDone[action],
  }));
  const { env, stderr } = processContext;
  stderr.write(`${textTable(columnsOf("ACTION"), rows, screenFor(stderr, env, wide))}\n`);
  if (yes) return;
  const purpose = `${action} ${counted(todo.length, "object")}`;
  await confirm(purpose, "Nothing was changed", processContext, session.signal);
}

/** What an object is that needs no change: one that was never paused was not resumed either. */
const alreadyDone = { pause: "already paused", resume: "already active" } as const;

/** An object in a table, with what is or was done to it, and the error of a failure. */
type Row = Target & Readonly<{ label: string; style?: Style | undefined; error?: unknown }>;

type Outcome = PauseOutcome<Target> | { readonly target: Target; readonly result: "unknown" };

function resultRow(action: Action, { target, ...outcome }: Outcome): Row {
  const looks = {
    done: { label: `${action}d`, style: "green" },
    already: { label: alreadyDone[action] },
    not_tried: { label: "not tried", style: "yellow" },
    failed: { label: "failed", style: "red" },
    /** The request failed or was not answered, and may have had its effect. */
    unknown: { label: "unknown", style: "red" },
  } as const;
  const error = outcome.result === "failed" ? outcome.error : undefined;
  const isUnknown = error instanceof ServiceError && error.effect === "possible";
  return { ...target, ...looks[isUnknown ? "unknown" : outcome.result], ...outcome };
}

function columnsOf(title: "ACTION" | "RESULT"): readonly Column<Row>[] {
  return [
    { title, of: ({ label }) => label, paint: ({ style }) => style },
    { title: "KIND", of: ({ kind }) => kinds[kind].title },
    // An object selected by SID has no other name here.
    { title: "OBJECT", of: ({ key, name, id }) => key ?? (name ? null : id), isKey: true },
    { title: "NAME", of: ({ name }) => name },
    { title: "SID", of: ({ id }) => id, paint: () => "dim", wide: true },
    { title: "REASON", of: ({ error }) => failureReason(error) },
  ];
}

function failureReason(error: unknown): string | undefined {
  if (error instanceof ServiceError) return error.serviceMessage ?? error.message;
  return error instanceof Error ? error.message : undefined;
}
