import type { Account } from "../../../provider/account";
import { wireFields } from "../../../provider/managed/wire";
import { groupedBy } from "../../../service/groups";
import { kindNames, kinds as kindTable } from "../../../service/kinds";
import type { ObjectValue } from "../../../terraform";
import { requestUse } from "../../account/hour";
import { type AccountLists, type ReadingOptions, readLists } from "../../account/lists";
import { hasOneOf, hasTags, namesOfObject, resourceOf, tagsOf } from "../../account/names";
import { type Compared, compare } from "../../comparison/compare";
import { byKindAndName, type Finding, undeclaredIn } from "../../comparison/finding";
import { type IgnoreRule, ignore, unusedRules } from "../../comparison/ignore";
import type { SelectionOptions } from "../../options";
import { assertMatched, unmatched } from "../../output/suggestion";
import { conjunction, type Note } from "../../output/text";
import { namesIn } from "../../output/values";
import { type DeclaredObjects, placesOf } from "../../state/declared";
import type { Program } from "../../terraform-program";

/** The objects and states to compare. */
export interface DriftOptions extends ReadingOptions {
  readonly account: Account;
  readonly states: DeclaredObjects;
  readonly selection: Selection;
  /** Whether to look for objects that no state holds. */
  readonly undeclared: boolean;
  /** Whether the default objects, which every account has, count among them. */
  readonly defaults: boolean;
  readonly rules: readonly IgnoreRule[];
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** What drift was found, and how to look for it again. */
export type Report = Awaited<ReturnType<typeof findDrift>> & {
  /** The arguments of the command that select the same objects again. */
  readonly again?: readonly string[];
  /** The program that the user runs. Default: terraform. */
  readonly program?: Program;
};

/** Compares an account with Terraform states. Nothing is written anywhere. */
export async function findDrift(options: DriftOptions) {
  const { account, now, rules, selection, signal, states } = options;
  const from = now().toISOString();
  const wanted = states.declared.filter(({ kind }) => selection.kinds.includes(kind));
  // Kinds that the API version does not have are skipped with a note, together with their declared objects.
  const ofKinds = wanted.filter(({ kind }) => account.knows(kind));
  const needed = new Set(ofKinds.map(({ kind }) => kind));
  const kinds = selection.kinds.filter(
    (kind) => options.undeclared || wanted.some((declared) => declared.kind === kind),
  );
  const lists = await readLists(account, kinds, options, needed);
  // In parallel, so that objects that are missing from the lists share their requests.
  const pairs = await Promise.all(
    ofKinds.map(async (object) => ({ object, compared: await compare(object, account, signal) })),
  );
  const selected = pairs.filter(({ object, compared }) => selection.wants(object.values, ...compared.forms));
  const compared = selected.map((each) => each.compared);
  const repeated = states.repeated.flatMap(({ id, declared }) => {
    const first = selected.find(({ object }) => declared.includes(object));
    const finding = {
      type: "repeated",
      ...first?.compared.object,
      id,
      places: placesOf(declared),
    } as Finding;
    return first === undefined ? [] : [finding];
  });
  const unmanaged = options.undeclared ? undeclaredIn(lists, states, selection.wants) : noUnmanaged;
  assertMatched(unmatchedBy(selection, lists, states, options.undeclared));
  const all = [
    ...repeated,
    ...compared.flatMap((object) => object.findings),
    ...unmanaged.findings,
    ...(options.defaults ? unmanaged.defaults : []),
  ];
  const { findings, ignored, ignoredAttributes } = ignore(rules, all.sort(byKindAndName));
  const declared = compared.map(({ object }) => object);
  const objects = kindNames.flatMap((kind) => lists.of(kind).map((object) => namesOfObject(kind, object)));
  // Only if everything was read, a rule without an object is superfluous.
  const isComplete = selection.wants(null) && kindNames.every((kind) => lists.isWhole(kind));
  const unused = isComplete ? unusedRules(rules, [...declared, ...objects]) : [];
  const notes = [states, lists, unmanaged, ...compared].flatMap((source) => source.notes);
  const unseen = unseenNotes(
    selected.map((each) => each.object),
    lists,
  );
  const { sent, remaining } = await requestUse(account);
  const count = (type: Finding["type"]) => findings.filter((finding) => finding.type === type).length;
  return {
    states: states.states,
    // The kinds compared.
    kinds: kinds.filter((kind) => lists.has(kind)),
    // False if unmanaged objects may be missing, because a list that every plan includes was refused, or a list lacks objects.
    complete: !options.undeclared || lists.areComplete(),
    // Sorted by kind, then by name, without those that the ignore file hides.
    findings,
    ignored,
    declared,
    counts: {
      // Objects that the states hold, of the kinds compared.
      declared: declared.length,
      changed: count("changed"),
      gone: count("gone"),
      // Objects that several resources have.
      repeated: count("repeated"),
      undeclared: count("undeclared"),
      // Unmanaged default objects, which every account has: not findings.
      defaults: options.defaults ? 0 : unmanaged.defaults.length,
      ignored: ignored.length,
      // Attributes that the ignore file hides in the other findings.
      ignored_attributes: ignoredAttributes,
    },
    notes: [
      ...new Map([...notes, ...unseen, ...unused].map((note) => [JSON.stringify(note), note])).values(),
      ...allGone(compared),
    ],
    // The names of objects to which findings refer by SID. Those of the state take precedence: they leave out sensitive ones.
    names: namesIn(
      findings.flatMap((finding) => (finding.type === "changed" ? finding.attributes : [])),
      Object.fromEntries(
        [...objects, ...declared].map(({ id, kind, key, name }) => [
          id,
          name ?? key ?? kindTable[kind].title,
        ]),
      ),
    ),
    // Requests sent, and those left in this hour if the service reported them.
    requests: { sent, ...(remaining !== null && { left: remaining }) },
    // The objects of a kind are consistent at one moment between, unless a note says otherwise. ISO 8601.
    read: { from, to: now().toISOString() },
  };
}

const noUnmanaged = { findings: [], defaults: [], notes: [] };

/** Requested kinds and tags that neither the account nor a state has. */
function unmatchedBy(
  { asked, kinds }: Selection,
  lists: AccountLists,
  { declared }: DeclaredObjects,
  isAccountRead: boolean,
): string[] {
  const where = isAccountRead ? "The account and the states have" : "The states have";
  const noKinds = asked.kinds
    .filter((kind) => lists.of(kind).length === 0 && (lists.has(kind) || !isAccountRead))
    .filter((kind) => !declared.some((object) => object.kind === kind))
    .map((kind) => `${where} no ${kindTable[kind].plural}.`);
  const objects = [...kinds.flatMap((kind) => lists.of(kind)), ...declared.map(({ values }) => values)];
  return [...noKinds, ...unmatched(asked.tags, tagsOf(objects), "object")];
}

/** Notes on the attributes that states have and the API does not return: their changes are not found. */
function unseenNotes(declared: DeclaredObjects["declared"], lists: AccountLists): Note[] {
  return [...groupedBy(declared, ({ kind }) => kind)].flatMap(([kind, some]) => {
    const objects = lists.of(kind) as readonly Readonly<Record<string, unknown>>[];
    const fields = [...wireFields(resourceOf(kind).attributes), { name: "paused", field: "status" }];
    const names = fields
      .filter(({ name }) => some.some(({ values }) => (values[name] ?? null) !== null))
      .filter(({ field }) => objects.every((object) => object[field] === undefined))
      .map(({ name }) => name);
    if (objects.length === 0 || names.length === 0) return [];
    const what = `${conjunction(names)} of ${kindTable[kind].plural}`;
    return [
      {
        text: `The API does not return ${what}: drift does not see changes of ${names.length === 1 ? "it" : "them"}.`,
      },
    ];
  });
}

/** If all declared objects are missing, the account is probably the wrong one. */
function allGone(compared: readonly Compared[]): Note[] {
  if (compared.length < 2 || compared.some(({ forms }) => forms.length > 0)) return [];
  const text = `All ${compared.length} declared objects are missing. Does this state belong to another account?`;
  return [{ text }];
}

export type Selection = ReturnType<typeof selectionOf>;

/**
 * The objects of those kinds that have one of those tags; without kinds all, without tags all. Kinds that have no tags
 * are skipped if tags are given.
 */
export function selectionOf({ kind: kinds, tag: tags = [] }: SelectionOptions) {
  const wanted = kindNames.filter((kind) => kinds === undefined || kinds.includes(kind));
  return {
    // The kinds and tags that the user named.
    asked: { kinds: kinds ?? [], tags },
    // The kinds, in the order in which reports show them.
    kinds: tags.length === 0 ? wanted : wanted.filter(hasTags),
    /** Whether an object is wanted in any of the forms in which it is known: by its state, and by the account. */
    wants: (...forms: readonly (ObjectValue | null)[]) => forms.some((form) => hasOneOf(tags, form?.tags)),
  };
}
