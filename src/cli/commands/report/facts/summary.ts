import { type Coverage, watchedKinds } from "../../../../coverage/coverage";
import { lastResult } from "../../../../coverage/words";
import { canonicalHost } from "../../../../service/addresses";
import { isoDate } from "../../../../service/dates";
import { groupedBy } from "../../../../service/groups";
import { kinds } from "../../../../service/kinds";
import type { ObjectValue } from "../../../../terraform";
import { hourText } from "../../../account/hour";
import { blocklistNames } from "../../../account/lists";
import { soonDays } from "../../../output/durations";
import { counted, countedIfAny, countedKinds, disjunction, grouped } from "../../../output/text";
import { displayName } from "../../../output/values";
import { dateText, type Level, levels, type Topic, topics } from "../report";
import { type Facts, hasExpired } from "./facts";
import { contactCommand, namesText, notifiedGroups, type Problem, problem, textOf } from "./problem";
import { total, userCount, userTexts } from "./structure";

/** The most important of a part in a sentence, and its objects that need action or a look, the worst first. */
export type SummaryLine = ReturnType<typeof summaryOf>[number];

/** The parts about several lists: none is fine if one could not be read. */
const connected: readonly Topic[] = ["groups", "unchecked", "contacts", "undeclared", "paused"];

/** A line for each part of the report, what needs action first; parts of the same level in the order of the page. */
export function summaryOf(facts: Facts, covered: Coverage["objects"], complete: boolean) {
  const order = Object.keys(levels);
  return (Object.keys(parts) as Topic[])
    .flatMap((topic) => {
      const part = parts[topic](facts, covered);
      if (part === undefined) return [];
      const [found, sentence, problems = [], count = 1] = part;
      const isOpen = found === "fine" && !complete && connected.includes(topic);
      const level = isOpen ? "unknown" : found;
      const text = isOpen ? sentence.replace(/\.$/, ", as far as the account could be read.") : sentence;
      return { topic, level, text, count: level === "fine" ? 0 : count, problems };
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

/** The level and the sentence of a part, its problems, the worst first, and how many objects have that level (one if omitted). */
type Part = readonly [Level, text: string, problems?: readonly Problem[], count?: number];

/** The parts in the order of the page. */
const parts: Readonly<Record<Topic, (facts: Facts, covered: Coverage["objects"]) => Part | undefined>> = {
  changes({ since }) {
    if (since === null) return undefined;
    const { new: added, gone, unknown, read } = since;
    const counts = countedIfAny(
      [added.length, "new problem"],
      [gone.length, "problem gone", "problems gone"],
    );
    const text = [`${counts.join(", ") || "Nothing new"} since ${dateText(read.to)}.`, ...unknown].join(" ");
    const problems = (["new", "gone"] as const).flatMap((which) =>
      since[which].map(({ topic, object, label, text }) =>
        problem({ key: object, name: label }, `${which}: ${text}`, topics[topic].command),
      ),
    );
    if (added.length === 0) return [unknown.length > 0 ? "unknown" : "fine", text, problems];
    return [added.every(({ topic }) => topic === "unchecked") ? "attention" : "action", text, problems];
  },

  listed({ listed, counts: { host: hosts }, objects, ...facts }) {
    if (listed === null) return ["unknown", "Listings could not be read."];
    const { total } = listed;
    const of = hosts === null ? "" : ` of ${counted(Math.max(hosts, total), "host")}`;
    if (hosts === 0) return ["fine", "The account has no hosts."];
    if (total === 0 && hosts === 1) return ["fine", "The host is not listed."];
    if (total === 0) return ["fine", `None${of || " of the hosts"} is listed.`];
    const paused = new Set(objects.flatMap(({ id, reason }) => (reason === "paused" ? [id] : [])));
    const problems = listed.hosts.map(({ id, host: key, name, ...host }) => {
      const { names, count } = blocklistNames(host);
      const text = names.length === 0 ? "listed" : `listed by ${namesText(names, count)}`;
      return problem(
        { id, key, name },
        paused.has(String(id)) ? `${text} (${lastResult})` : text,
        (address) => `check ${address} --wait`,
        {
          since: isoDate(textOf(host.first_listed)),
          notifies: notifiedGroups(host.contact_groups, facts),
        },
      );
    });
    const text = of === "" ? counted(total, "host") : grouped(total) + of;
    return ["action", `${text} ${total === 1 ? "is" : "are"} listed.`, problems, total];
  },

  certificates(facts, covered) {
    const { certificates, counts } = facts;
    if (certificates === null) return ["unknown", "Certificate errors could not be read."];
    const { total_errors: errors, expiring } = certificates;
    const open = facts.objects.filter(
      ({ kind, expiry_days: days }) => kind === "certificate_monitor" && days === null,
    );
    const expire = [
      ...(expiring.length === 0 ? [] : [`${expiringText(expiring)}.`]),
      ...(open.length === 0
        ? []
        : [`When ${counted(open.length, "certificate expires", "certificates expire")} is not known.`]),
    ];
    const { problems, faulty } = certificateProblems(certificates, facts, covered);
    if (errors > 0) {
      const active = counted(errors, "certificate error is active.", "certificate errors are active.");
      return ["action", [active, ...expire].join(" "), problems, faulty];
    }
    if (expiring.some(hasExpired)) return ["action", expire.join(" "), problems, faulty];
    if (expiring.length > 0) return ["attention", expire.join(" "), problems, expiring.length];
    if (counts.certificate_monitor === 0) return ["fine", "The account monitors no certificates."];
    const text = ["No active certificate errors.", ...expire].join(" ");
    if (counts.certificate_monitor !== null) return ["fine", text];
    return ["unknown", `${text} When certificates expire could not be read.`];
  },

  groups({ groups, counts, structure: { memberships, contacts } }) {
    if (groups === null) return ["unknown", "The contacts of each group could not be read."];
    if (counts.contact_group === 0) return ["fine", "The account has no contact groups."];
    // Every account has a default group, whether or not it is used.
    const shown = groups.filter((group) => !group.is_unused_default);
    const problems = shown.map((group) => {
      const { id, name, why, reaches, unreached } = group;
      const contact = memberships.find((membership) => membership.contact_group === id)?.contact;
      const state = contacts.find((each) => each.id === contact)?.inactive;
      const silent = userTexts(unreached).join(" and ");
      const reach = reaches === "no" ? "reach no one" : "may reach no one";
      const effect =
        silent === ""
          ? `alerts about ${userTexts(group).join(" and ")} reach other groups only`
          : `alerts about ${silent} ${reach}`;
      const command = contact && state ? contactCommand(contact, state) : "contacts list";
      return problem({ name, id }, `${why}; ${userCount(group) === 0 ? "unused" : effect}`, command);
    });
    const used = shown.filter((group) => userCount(group) > 0);
    const unused = shown.filter((group) => userCount(group) === 0);
    const certain = used.filter(({ reaches }) => reaches === "no").length;
    const name = unused.length === 1 ? `: ${unused[0]?.name ?? unused[0]?.id}` : "";
    const rest = unused.length === 0 ? "" : ` (plus ${grouped(unused.length)} unused${name})`;
    const has = (count: number) => counted(count, "contact group in use has", "contact groups in use have");
    if (certain > 0) return ["action", `${has(certain)} no active contact${rest}.`, problems, certain];
    if (used.length > 0)
      return ["unknown", `${has(used.length)} only contacts whose status is unknown${rest}.`, problems];
    if (unused.length === 0) return ["fine", "Every contact group in use has an active contact."];
    const text = counted(unused.length, "unused contact group has", "unused contact groups have");
    return ["attention", `${text} no active contact${name}.`, problems, unused.length];
  },

  unchecked({ unchecked, counts, coverage }) {
    const commands = { host: "hosts", certificate_monitor: "certificates monitors" };
    const problems = unchecked.map((object) => problem(object, object.reason, commands[object.kind]));
    const open = coverage.host.watched.unknown + coverage.certificate_monitor.watched.unknown;
    const read = [counts.monitoring_profile, counts.certificate_profile, counts.source, counts.host];
    const why = read.includes(null)
      ? "profiles or sources could not be read"
      : "the API does not return enough";
    const rest = `Whether anything checks ${counted(open, "object")} is not known: ${why}.`;
    if (unchecked.length > 0) {
      const text = `Nothing checks ${countedKinds(unchecked).join(" and ")}.`;
      return ["action", open === 0 ? text : `${text} ${rest}`, problems, unchecked.length];
    }
    if (open > 0) return ["unknown", rest];
    const all = counts.certificate_monitor === null ? "Every host" : "Everything";
    return ["fine", `${all} that is not paused is checked.`];
  },

  contacts({ contacts, counts, paused_as_declared: declared }) {
    if (contacts === null) return ["unknown", "Contacts could not be read."];
    const { pending, unknown } = contacts;
    const problems = (["pending", "paused", "unknown"] as const).flatMap((state) =>
      contacts[state].map(({ id, contact: key, status }) => {
        const text = state === "unknown" ? `status unknown (${status ?? "not returned"})` : state;
        return problem({ id, key }, text, contactCommand(String(id), state));
      }),
    );
    const isDeclared = ({ id }: ObjectValue) => declared.includes(String(id));
    const paused = contacts.paused.filter((each) => !isDeclared(each));
    const inactive = countedIfAny(
      [pending.length, "contact pending", "contacts pending"],
      [paused.length, "contact paused", "contacts paused"],
      [unknown.length, "contact with an unknown status", "contacts with an unknown status"],
    );
    const asDeclared = declaredText(contacts.paused.filter(isDeclared).map(() => ({ kind: "contact" })));
    if (inactive.length > 0) {
      const count = pending.length + paused.length;
      const text = [`${inactive.join(", ")}.`, ...asDeclared].join(" ");
      return [count > 0 ? "attention" : "unknown", text, problems, count || unknown.length];
    }
    if (counts.contact === 0) return ["fine", "The account has no contacts."];
    return ["fine", asDeclared.join() || "No contact is pending or paused.", problems];
  },

  undeclared({ undeclared, counts, structure: { names } }) {
    if (undeclared === null) {
      const option = "add --chdir . in the folder of a configuration";
      return ["unknown", `Unmanaged objects are unknown: no state was given (${option}).`];
    }
    const { objects, repeated, gone } = undeclared;
    const problems = [
      ...gone.map(({ id, address }) => problem({ name: address, id }, "not in the account", "drift")),
      ...repeated.map(({ id, places }) =>
        problem(
          { name: displayName(id, names), id },
          `declared more than once: ${places.join(", ")}`,
          "drift",
        ),
      ),
      ...objects.map((object) => problem(object, `unmanaged ${kinds[object.kind].title}`, "drift")),
    ];
    const found = countedIfAny(
      [gone.length, "declared object missing in the account", "declared objects missing in the account"],
      [objects.length, "unmanaged object in the account", "unmanaged objects in the account"],
      [repeated.length, "object declared more than once", "objects declared more than once"],
    );
    if (found.length > 0) return ["attention", `${found.join(", ")}.`, problems, problems.length];
    const scope = Object.values(counts).includes(null) ? "that could be read" : "in the account";
    return ["fine", `Every object ${scope} is managed.`];
  },

  paused({ paused: all, paused_as_declared: declared, unknown_status: unknown, counts }) {
    const paused = all.filter(({ id }) => !declared.includes(id));
    const problems = paused.map((object) =>
      problem(object, `${kinds[object.kind].title} paused`, (address) => `resume ${address}`),
    );
    const words = [...new Set(unknown.map(({ status }) => status || "not returned"))].join(", ");
    const open = countedIfAny([unknown.length, "object has", "objects have"]);
    const rest = [
      ...declaredText(all.filter(({ id }) => declared.includes(id))),
      ...open.map((text) => `${text} status unknown (${words}).`),
    ];
    if (paused.length > 0) {
      const text = [`${countedKinds(paused).join(", ")} paused.`, ...rest].join(" ");
      return ["attention", text, problems, paused.length];
    }
    if (rest.length > 0) return [unknown.length > 0 ? "unknown" : "fine", rest.join(" ")];
    // Of kinds whose lists may leave out paused objects, it is not known.
    const kindsRead = watchedKinds.filter((kind) => counts[kind] !== null);
    if (kindsRead.length === 0) return ["unknown", "Paused objects could not be read."];
    return ["fine", `No ${disjunction(kindsRead.map((kind) => kinds[kind].title))} is paused.`];
  },

  requests({ requests }) {
    const left = hourText(requests);
    if (left === undefined) return ["unknown", "The API does not return how many requests are left."];
    return [left.isShort ? "attention" : "fine", left.text];
  },
};

/**
 * The problems of certificates, one for each monitor, since a hostname may have a certificate for each protocol: first those with
 * an error, and of both those that expire first.
 */
function certificateProblems(
  { errors, expiring }: NonNullable<Facts["certificates"]>,
  { objects, ...facts }: Facts,
  covered: Coverage["objects"],
) {
  const monitors = covered.filter(({ kind }) => kind === "certificate_monitor");
  const monitorOf = ({ monitor, hostname }: ObjectValue) => {
    const key = canonicalHost(textOf(hostname) ?? "");
    return textOf(monitor) ?? monitors.find((each) => each.key === key)?.id ?? textOf(hostname);
  };
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  const erroneous = groupedBy(errors, (error) => monitorOf(error) ?? "unknown hostname");
  const soon = new Map(expiring.map((monitor) => [String(monitor.id), monitor]));
  const days = new Map(objects.map(({ id, expiry_days }) => [id, expiry_days]));
  const daysOf = (id: string) => days.get(id) ?? Number.MAX_SAFE_INTEGER;
  const first = [...erroneous.keys()].sort((a, b) => daysOf(a) - daysOf(b));
  const problems = [...new Set([...first, ...soon.keys()])].map((id) => {
    const found = erroneous.get(id) ?? [];
    const expiry = soon.get(id);
    const monitor = byId.get(id);
    const words = found
      .map(({ type, message }) => (textOf(type) ?? textOf(message) ?? "error").replaceAll("_", " "))
      .filter((word) => word !== "expired" || expiry === undefined || !hasExpired(expiry));
    const text = [namesText(words, words.length), expiry && expiryText(expiry)].filter(Boolean).join(", ");
    return problem(
      { ...monitor, key: textOf(found[0]?.hostname) ?? monitor?.key ?? id },
      monitor?.watch.reason === "paused" ? `${text} (${lastResult})` : text,
      `certificates ${found.length > 0 ? "errors" : "monitors"}`,
      { notifies: monitor === undefined ? null : notifiedGroups(monitor.groups, facts) },
    );
  });
  const expired = expiring.filter(hasExpired).map(({ id }) => String(id));
  // Errors that are counted, but not shown, are at least one.
  return { problems, faulty: new Set([...first, ...expired]).size || 1 };
}

/** When a certificate expires, in words. */
function expiryText({ expiry_days: days }: ObjectValue): string {
  if (typeof days !== "number") return "";
  if (days < 0) return `expired ${counted(-days, "day")} ago`;
  return days === 0 ? "expires today" : `expires in ${counted(days, "day")}`;
}

function expiringText(expiring: readonly ObjectValue[]): string {
  const expired = expiring.filter(hasExpired).length;
  const soon = `within ${soonDays} days`;
  return countedIfAny(
    [expired, "certificate has expired", "certificates have expired"],
    [expiring.length - expired, `certificate expires ${soon}`, `certificates expire ${soon}`],
  ).join(", and ");
}

/** Objects that a state declares as paused need no look. */
function declaredText(objects: Parameters<typeof countedKinds>[0]): string[] {
  const counts = countedKinds(objects).join(" and ");
  return counts === "" ? [] : [`${counts} ${objects.length === 1 ? "is" : "are"} paused as declared.`];
}
