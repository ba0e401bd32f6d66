import { contactState } from "../../../coverage/alerting";
import { coverageOf, watchedKinds } from "../../../coverage/coverage";
import { kindTables } from "../../../provider/data/kinds";
import { kinds } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { type AccountLists, observed, readLists } from "../../account/lists";
import { type AccountSession, withAccount } from "../../account/session";
import type { StateOptions } from "../../options";
import { print } from "../../output/print";
import { type ProcessContext, printable } from "../../output/terminal";
import { countedKinds, disjunction, firstOf, linesOf } from "../../output/text";
import { labelOf } from "../../output/values";
import { givenStates, hasStates } from "../../state/declared";
import { type ContactsOptions, contactNamed, toSeeSids } from "./run";

/** Shows a contact, its groups, the objects whose alerts reach no one without it, and its addresses in states. */
export async function show(
  name: string,
  options: ContactsOptions & StateOptions,
  processContext: ProcessContext,
): Promise<void> {
  const states = hasStates([], options) ? await givenStates([], options, processContext) : undefined;
  const access = { ...options, secrets: states?.secrets ?? [] };
  const wanted = ["contact", "contact_group", ...watchedKinds] as const;
  const work = async (session: AccountSession) => {
    const { id } = await contactNamed(session, name);
    const contact = await (await session.account.reader("contact")).read(id);
    if (contact === undefined) throw new Error(`The account has no contact ${id}. ${toSeeSids}`);
    return { contact, lists: await readLists(session.account, wanted, { once: true }, new Set(["contact"])) };
  };
  const { contact, lists } = await withAccount(access, processContext, "Reading contacts", work);
  const names = new Map(lists.of("contact_group").map((group) => [group.id, group.name]));
  const groups = contact.contact_group?.map((id) => ({ id, name: names.get(id) ?? null })) ?? null;
  const unreached = unreachedWithout(contact, lists);
  const state = contactState(contact);
  const isSilent = state === "paused" || state === "pending";
  const declared = states?.declared.filter(({ id }) => id === contact.id);
  const addresses = declared?.map(({ address, state }) => ({ address, state })) ?? null;
  const notes = [...lists.notes, ...(states?.notes ?? [])].map(({ text }) => text);
  const [shown = {}] = observed(kindTables.contact, [contact]);
  print(processContext, options, { contact: shown, groups, unreached, addresses, notes }, () => {
    const losses = (["no", "unknown"] as const).flatMap((reaches) => {
      const some = unreached.filter((object) => object.reaches === reaches);
      const labels = some.map(({ key, name }) => labelOf({ key, ...(name !== null && { name }) }));
      const reach = `${reaches === "no" ? "" : "may "}${isSilent ? "already " : ""}reach no one`;
      const loss = `${isSilent ? "Alerts" : "Without it, alerts"} of ${countedKinds(some).join(" and ")} ${reach}`;
      return some.length === 0 ? [] : [`${loss}: ${firstOf(labels, 10).join(", ")}.`];
    });
    const read = watchedKinds.filter((kind) => lists.has(kind)).map((kind) => kinds[kind].title);
    const isWhole = wanted.every((kind) => lists.isWhole(kind));
    const places = addresses?.map(({ address, state }) => `${address} in ${state}`).join(", ");
    const lines = [
      `The contact ${shown.contact ?? ""} (${contact.id}) is ${shown.status ?? "perhaps active"}.`,
      `Groups: ${groups === null ? "unknown" : groups.map((group) => group.name ?? group.id).join(", ") || "none"}.`,
      ...(isSilent ? [`It gets no alerts until it is ${state === "paused" ? "resumed" : "confirmed"}.`] : []),
      ...(losses.length > 0
        ? losses
        : [`No ${isWhole ? "" : "known "}${disjunction(read)} depends on this contact alone.`]),
      ...(places === undefined ? [] : [`Terraform: ${places || "not in these states"}`]),
      ...notes,
    ];
    return linesOf(lines.map(printable));
  });
}

/** The objects of a contact's groups that have no other active contact, or perhaps none. */
function unreachedWithout(contact: ServiceObject<"contact">, lists: AccountLists) {
  const own = contact.contact_group;
  const { objects } = coverageOf({
    of: (kind) => lists.of(kind).filter(({ id }) => id !== contact.id),
    isWhole: (kind) => lists.isWhole(kind),
  });
  return objects.flatMap(({ kind, id, key, name, reaches, groups }) => {
    const mayAlert = groups === undefined || groups.some((group) => own?.includes(group) ?? true);
    return mayAlert && reaches !== "yes" ? [{ kind, id, key, name, reaches }] : [];
  });
}
