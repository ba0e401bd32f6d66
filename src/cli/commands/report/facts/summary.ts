import type { Coverage } from "../../../../coverage/coverage";
import { kinds } from "../../../../service/kinds";
import type { ObjectValue } from "../../../../terraform";
import { hourText } from "../../../account/hour";
import { soonDays } from "../../../output/durations";
import { counted, countedIfAny, countedKinds, disjunction, grouped } from "../../../output/text";
import { dateText, type Level, levels, type Topic } from "../report";
import { checkedKinds, type Facts, hasExpired } from "./facts";
import { problemsOf } from "./problems";
import { total, userCount } from "./structure";

/** The most important of a part in a sentence, and its objects that need action or a look, the worst first. */
export type SummaryLine = ReturnType<typeof summaryOf>[number];

/** A line for each part of the report, what needs action first; parts of the same level in the order of the page. */
export function summaryOf(facts: Facts, covered: Coverage["objects"]) {
  const order = Object.keys(levels);
  return (Object.keys(lines) as Topic[])
    .flatMap((topic) => {
      const [level, text, count = 1] = lines[topic](facts) ?? [];
      const problems = problemsOf[topic]({ ...facts, covered });
      return level && text ? { topic, level, text, count: level === "fine" ? 0 : count, problems } : [];
    })
    .sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

/** The number of objects with a problem, as a headline; those that are new count where they belong. */
export function headline(lines: readonly SummaryLine[]): string {
  const count = (level: Level) =>
    total(lines.filter((each) => each.level === level && each.topic !== "changes"));
  const [acts, looks, unknowns] = [count("action"), count("attention"), count("unknown")];
  if (acts > 0) return acts === 1 ? "One problem needs action" : `${grouped(acts)} problems need action`;
  if (looks > 0) return `Nothing needs action; ${counted(looks, "thing")} to review`;
  return unknowns > 0 ? "Nothing known needs action" : "All is well";
}

/** The level, the sentence, and how many objects have that level (one if omitted), of each part in the order of the page. */
const lines: Readonly<
  Record<Topic, (facts: Facts) => readonly [Level, text: string, count?: number] | undefined>
> = {
  changes({ since }) {
    if (since === null) return undefined;
    const { new: added, gone, unknown, read } = since;
    const parts = countedIfAny([added.length, "new problem"], [gone.length, "problem gone", "problems gone"]);
    const text = [`${parts.join(", ") || "Nothing new"} since ${dateText(read.to)}.`, ...unknown].join(" ");
    if (added.length === 0) return [unknown.length > 0 ? "unknown" : "fine", text];
    return [added.every(({ topic }) => topic === "unchecked") ? "attention" : "action", text];
  },

  listed({ listed, counts: { host: hosts } }) {
    if (listed === null) return ["unknown", "Listings could not be read."];
    if (hosts === 0) return ["fine", "The account has no hosts."];
    const { total } = listed;
    const of = hosts === null ? "" : ` of ${counted(Math.max(hosts, total), "host")}`;
    if (total === 0 && hosts === 1) return ["fine", "The host is not listed."];
    if (total === 0) return ["fine", `None${of || " of the hosts"} is listed.`];
    const text = of === "" ? counted(total, "host") : grouped(total) + of;
    return ["action", `${text} ${total === 1 ? "is" : "are"} listed.`, total];
  },

  certificates({ certificates, counts }) {
    if (certificates === null) return ["unknown", "Certificate errors could not be read."];
    const { total_errors: errors, expiring } = certificates;
    const expire = expiring.length === 0 ? [] : [`${expiryText(expiring)}.`];
    const erroneous = [...certificates.errors, ...expiring.filter(hasExpired)];
    const faulty = new Set(erroneous.map(({ hostname, monitor, id }) => hostname ?? monitor ?? id)).size || 1;
    if (errors > 0) {
      const active = counted(errors, "certificate error is active.", "certificate errors are active.");
      return ["action", [active, ...expire].join(" "), faulty];
    }
    if (expiring.some(hasExpired)) return ["action", expire.join(), faulty];
    if (expiring.length > 0) return ["attention", expire.join(), expiring.length];
    if (counts.certificate_monitor === 0) return ["fine", "The account monitors no certificates."];
    const text = "No active certificate errors.";
    if (counts.certificate_monitor !== null) return ["fine", text];
    return ["unknown", `${text} When certificates expire could not be read.`];
  },

  groups({ groups, counts }) {
    if (groups === null) return ["unknown", "The contacts of each group could not be read."];
    if (counts.contact_group === 0) return ["fine", "The account has no contact groups."];
    const used = groups.filter((group) => userCount(group) > 0);
    const certain = used.filter(({ reaches }) => reaches === "no").length;
    // Every account has a default group, whether or not it is used.
    const unused = groups.filter((group) => userCount(group) === 0 && !group.is_unused_default);
    const name = unused.length === 1 ? `: ${unused[0]?.name ?? unused[0]?.id}` : "";
    const rest = unused.length === 0 ? "" : ` (plus ${grouped(unused.length)} unused${name})`;
    const has = (count: number) => counted(count, "contact group in use has", "contact groups in use have");
    if (certain > 0) return ["action", `${has(certain)} no active contact${rest}.`, certain];
    if (used.length > 0)
      return ["unknown", `${has(used.length)} only contacts whose status is unknown${rest}.`];
    if (unused.length === 0) return ["fine", "Every contact group in use has an active contact."];
    const text = counted(unused.length, "unused contact group has", "unused contact groups have");
    return ["attention", `${text} no active contact${name}.`, unused.length];
  },

  unchecked({ unchecked, counts, coverage }) {
    const read = [counts.monitoring_profile, counts.certificate_profile, counts.source, counts.host];
    if (unchecked.length > 0)
      return ["action", `Nothing checks ${countedKinds(unchecked).join(" and ")}.`, unchecked.length];
    const open = coverage.host.watched.unknown + coverage.certificate_monitor.watched.unknown;
    if (open === 0) return ["fine", "Everything that is not paused is checked."];
    const why = read.includes(null)
      ? "profiles or sources could not be read"
      : "the API does not return enough";
    return ["unknown", `Whether anything checks ${counted(open, "object")} is not known: ${why}.`];
  },

  contacts({ contacts, counts, paused_as_declared: declared }) {
    if (contacts === null) return ["unknown", "Contacts could not be read."];
    const { pending, unknown } = contacts;
    const isDeclared = ({ id }: ObjectValue) => declared.includes(String(id));
    const paused = contacts.paused.filter((each) => !isDeclared(each));
    const parts = countedIfAny(
      [pending.length, "contact pending", "contacts pending"],
      [paused.length, "contact paused", "contacts paused"],
      [unknown.length, "contact with an unknown status", "contacts with an unknown status"],
    );
    const asDeclared = declaredText(contacts.paused.filter(isDeclared).map(() => ({ kind: "contact" })));
    if (parts.length > 0) {
      const count = pending.length + paused.length;
      const level = count > 0 ? "attention" : "unknown";
      return [level, [`${parts.join(", ")}.`, ...asDeclared].join(" "), count || unknown.length];
    }
    if (counts.contact === 0) return ["fine", "The account has no contacts."];
    return ["fine", asDeclared.join() || "No contact is pending or paused."];
  },

  undeclared({ undeclared, counts }) {
    if (undeclared === null) return ["unknown", "Unmanaged objects are unknown: no state was given."];
    const { objects, repeated } = undeclared;
    const parts = countedIfAny(
      [objects.length, "unmanaged object in the account", "unmanaged objects in the account"],
      [repeated.length, "object declared more than once", "objects declared more than once"],
    );
    if (parts.length > 0) return ["attention", `${parts.join(", ")}.`, objects.length + repeated.length];
    const scope = Object.values(counts).includes(null) ? "that could be read" : "in the account";
    return ["fine", `Every object ${scope} is managed.`];
  },

  paused({ paused: all, paused_as_declared: declared, unknown_status: unknown, counts }) {
    const kindsRead = checkedKinds.filter((kind) => counts[kind] !== null);
    const paused = all.filter(({ id }) => !declared.includes(id));
    const parts = countedKinds(paused);
    const words = [...new Set(unknown.map(({ status }) => status))].join(", ");
    const open = countedIfAny([unknown.length, "object has", "objects have"]);
    const rest = [
      ...declaredText(all.filter(({ id }) => declared.includes(id))),
      ...open.map((text) => `${text} status unknown (${words}).`),
    ];
    if (parts.length > 0)
      return ["attention", [`${parts.join(", ")} paused.`, ...rest].join(" "), paused.length];
    if (rest.length > 0) return [unknown.length > 0 ? "unknown" : "fine", rest.join(" ")];
    if (kindsRead.length === 0) return ["unknown", "Paused objects could not be read."];
    return ["fine", `No ${disjunction(kindsRead.map((kind) => kinds[kind].title))} is paused.`];
  },

  requests({ requests }) {
    const left = hourText(requests);
    if (left === undefined) return ["unknown", "The API does not return how many requests are left."];
    return [left.isShort ? "attention" : "fine", left.text];
  },
};

/** Objects that a state declares as paused need no look. */
function declaredText(objects: Parameters<typeof countedKinds>[0]): string[] {
  const counts = countedKinds(objects).join(" and ");
  return counts === "" ? [] : [`${counts} ${objects.length === 1 ? "is" : "are"} paused as declared.`];
}

function expiryText(expiring: readonly ObjectValue[]): string {
  const expired = expiring.filter(hasExpired).length;
  const soon = `within ${soonDays} days`;
  return countedIfAny(
    [expired, "certificate has expired", "certificates have expired"],
    [expiring.length - expired, `certificate expires ${soon}`, `certificates expire ${soon}`],
  ).join(", and ");
}
