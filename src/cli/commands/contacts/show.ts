import { contactState } from "../../../coverage/alerting";
import { type CoveredObject, coverageOf, watchedKinds } from "../../../coverage/coverage";
import { kindTables } from "../../../provider/data/kinds";
import { kinds } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { type AccountLists, observed, readLists } from "../../account/lists";
import { withAccount } from "../../account/session";
import type { StateOptions } from "../../options";
import { print } from "../../output/print";
import { type ProcessContext, printable } from "../../output/terminal";
import { conjunction, countedIfAny, disjunction, firstOf } from "../../output/text";
import { labelOf } from "../../output/values";
import { givenStates, hasStates } from "../../state/declared";
import { type ContactsOptions, contactNamed } from "./run";

const maxNamed = 10;

/** Shows a contact, its groups, the objects whose alerts reach no one without it, and its addresses in states. */
export async function show(
  name: string,
  options: ContactsOptions & StateOptions,
  processContext: ProcessContext,
): Promise<void> {
  const states = hasStates([], options) ? await givenStates([], options, processContext) : undefined;
  const activity = { doing: "Reading contacts" };
  const access = { ...options, secrets: states?.secrets ?? [] };
  const { contact, lists } = await withAccount(access, processContext, activity, async (session) => {
    const { account } = session;
    const { id } = await contactNamed(session, name);
    const contact = await (await account.reader("contact")).read(id);
    if (contact === undefined) throw new Error(`The account has no contact ${id}.`);
    const wanted = ["contact", "contact_group", ...watchedKinds] as const;
    return { contact, lists: await readLists(account, wanted, { once: true }, new Set(["contact"])) };
  });
  const names = new Map(lists.of("contact_group").map(({ id, name }) => [id, name]));
  const groups = contact.contact_group?.map((id) => ({ id, name: names.get(id) ?? null })) ?? null;
  const unreached = unreachedWithout(contact, lists).map(({ kind, id, key, name, reaches }) => ({
    ...{ kind, id, key, name, reaches },
  }));
  const declared = states?.declared.filter(({ id }) => id === contact.id) ?? null;
  const addresses = declared?.map(({ address, state }) => ({ address, state })) ?? null;
  const notes = [...lists.notes, ...(states?.notes ?? [])].map(({ text }) => text);
  const [shown = {}] = observed(kindTables.contact, [contact]);
  print(processContext, options, { contact: shown, groups, unreached, addresses, notes }, () => {
    const places = addresses?.map(({ address, state }) => `${address} in ${state}`);
    const read = watchedKinds.filter((kind) => lists.has(kind)).map((kind) => kinds[kind].title);
    const lines = [
      `The contact ${shown.contact ?? ""} (${contact.id}) is ${shown.status ?? "perhaps active"}.`,
      `Groups: ${groups === null ? "unknown" : groups.map(({ id, name }) => name ?? id).join(", ") || "none"}.`,
      ...unreachedLine(unreached, "no", "reach no one"),
      ...unreachedLine(unreached, "unknown", "may reach no one"),
      ...(unreached.length > 0 ? [] : [`No ${disjunction(read)} depends on this contact alone.`]),
      ...(places ? [`Terraform: ${places.join(", ") || "not in these states"}.`] : []),
    ];
    return [...lines, ...notes].map((line) => `${printable(line)}\n`).join("");
  });
}

/** The objects that a contact may alert, and that have no other contact, or perhaps none. */
function unreachedWithout(contact: ServiceObject<"contact">, lists: AccountLists): CoveredObject[] {
  if (["paused", "pending"].includes(contactState(contact))) return [];
  const own = contact.contact_group;
  const { objects } = coverageOf({
    of: (kind) => lists.of(kind).filter(({ id }) => id !== contact.id),
    isWhole: (kind) => lists.isWhole(kind),
  });
  return objects.filter(
    ({ reaches, groups }) =>
      reaches !== "yes" && (groups === undefined || groups.some((group) => own?.includes(group) ?? true)),
  );
}

/** `Without it, alerts of 2 hosts reach no one: …`; none without such objects. */
function unreachedLine(
  unreached: readonly Pick<CoveredObject, "kind" | "key" | "name" | "reaches">[],
  reaches: CoveredObject["reaches"],
  words: string,
): string[] {
  const some = unreached.filter((object) => object.reaches === reaches);
  if (some.length === 0) return [];
  const counts = watchedKinds.map((kind) => {
    const { title, plural } = kinds[kind];
    return [some.filter((object) => object.kind === kind).length, title, plural] as const;
  });
  const labels = some.map(({ key, name }) => labelOf({ key, ...(name !== null && { name }) }));
  const subject = conjunction(countedIfAny(...counts));
  return [`Without it, alerts of ${subject} ${words}: ${firstOf(labels, maxNamed).join(", ")}.`];
}
