import { kinds } from "../../../../service/kinds";
import type { ObjectValue } from "../../../../terraform";
import { hourText } from "../../../account/hour";
import { counted, disjunction, grouped } from "../../../output/text";
import { levels, type Problem, type Report, type SummaryLine, soonDays, type Topic } from "../report";
import { userCount } from "./inactive";

/** The facts of the summary. */
type Facts = Omit<Report, "summary" | "version" | "account" | "read" | "structure" | "notes" | "expiry">;

type Line = Omit<SummaryLine, "problems">;

/** A line for each part of the report, what needs action first; parts of the same level in the order of the page. */
export function summaryOf(facts: Facts, problems: Partial<Record<Topic, readonly Problem[]>>): SummaryLine[] {
  const lines = [
    listedLine(facts),
    certificatesLine(facts),
    groupsLine(facts),
    contactsLine(facts),
    undeclaredLine(facts),
    pausedLine(facts),
    requestsLine(facts),
  ];
  return lines
    .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
    .map((line) => ({ ...line, problems: line.level === "action" ? (problems[line.topic] ?? []) : [] }));
}

function listedLine({ listed, counts }: Facts): Line {
  const topic = "listed";
  if (listed === null) return { topic, level: "unknown", text: "Listings could not be read." };
  const { host: hosts } = counts;
  if (hosts === 0) return { topic, level: "fine", text: "The account has no hosts." };
  const of = hosts === null ? "" : ` of ${counted(Math.max(hosts, listed.total), "host")}`;
  if (listed.total === 0 && hosts === 1) return { topic, level: "fine", text: "The host is not listed." };
  if (listed.total === 0) return { topic, level: "fine", text: `None${of || " of the hosts"} is listed.` };
  const text = of === "" ? counted(listed.total, "host") : grouped(listed.total) + of;
  return { topic, level: "action", text: `${text} ${listed.total === 1 ? "is" : "are"} listed.` };
}

function certificatesLine({ certificates, counts }: Facts): Line {
  const topic = "certificates";
  if (certificates === null)
    return { topic, level: "unknown", text: "Certificate errors could not be read." };
  const { total_errors: errors, expiring } = certificates;
  const expire = expiryText(expiring);
  if (errors > 0) {
    const active = `${counted(errors, "certificate error")} ${errors === 1 ? "is" : "are"} active`;
    return {
      topic,
      level: "action",
      text: expiring.length === 0 ? `${active}.` : `${active}. ${expire}.`,
    };
  }
  if (expiring.length > 0) {
    const isOver = expiring.some(({ expiry_days: days }) => Number(days) < 0);
    return { topic, level: isOver ? "action" : "attention", text: `${expire}.` };
  }
  if (counts.certificate_monitor === 0)
    return { topic, level: "fine", text: "The account monitors no certificates." };
  return { topic, level: "fine", text: "No active certificate errors." };
}

function expiryText(expiring: readonly ObjectValue[]): string {
  const expiredCount = expiring.filter(({ expiry_days: days }) => Number(days) < 0).length;
  const soon = expiring.length - expiredCount;
  const expired = `${counted(expiredCount, "certificate")} ${expiredCount === 1 ? "has" : "have"} expired`;
  const expires = `${counted(soon, "certificate")} ${soon === 1 ? "expires" : "expire"} within ${soonDays} days`;
  return [...(expiredCount > 0 ? [expired] : []), ...(soon > 0 ? [expires] : [])].join(", and ");
}

function groupsLine({ groups, counts }: Facts): Line {
  const topic = "groups";
  if (groups === null)
    return { topic, level: "unknown", text: "The contacts of each group could not be read." };
  if (groups.length === 0)
    return {
      topic,
      level: "fine",
      text:
        counts.contact_group === 0
          ? "The account has no contact groups."
          : "Every contact group has an active contact.",
    };
  const relied = groups.filter((group) => userCount(group) > 0).length;
  const unused = groups.length - relied;
  const have = (count: number) => (count === 1 ? "has" : "have");
  if (relied === 0) {
    const text = `${counted(unused, "unused contact group")} ${have(unused)} no active contact.`;
    return { topic, level: "attention", text };
  }
  const more = unused === 0 ? "" : ` (plus ${grouped(unused)} unused)`;
  return {
    topic,
    level: "action",
    text: `${counted(relied, "contact group")} in use ${have(relied)} no active contact${more}.`,
  };
}

function contactsLine({ contacts, counts }: Facts): Line {
  const topic = "contacts";
  if (contacts === null) return { topic, level: "unknown", text: "Contacts could not be read." };
  const { pending, paused } = contacts;
  const parts = [
    ...(pending.length > 0 ? [`${counted(pending.length, "contact")} pending`] : []),
    ...(paused.length > 0 ? [`${counted(paused.length, "contact")} paused`] : []),
  ];
  if (parts.length > 0) return { topic, level: "attention", text: `${parts.join(", ")}.` };
  const text = counts.contact === 0 ? "The account has no contacts." : "No contact is pending or paused.";
  return { topic, level: "fine", text };
}

function undeclaredLine({ undeclared, counts }: Facts): Line {
  const topic = "undeclared";
  if (undeclared === null)
    return { topic, level: "unknown", text: "Unmanaged objects are unknown: no state was given." };
  const { length } = undeclared.objects;
  const scope = Object.values(counts).includes(null) ? "that could be read" : "in the account";
  if (length === 0) return { topic, level: "fine", text: `Every object ${scope} is managed.` };
  const text = `${counted(length, "unmanaged object")} in the account.`;
  return { topic, level: "attention", text };
}

function pausedLine({ paused, counts }: Facts): Line {
  const topic = "paused";
  const kindsRead = (["host", "certificate_monitor", "source"] as const).filter(
    (kind) => counts[kind] !== null,
  );
  if (paused.length === 0) {
    const none = kindsRead.map((kind) => kinds[kind].title);
    const text =
      none.length === 0 ? "Paused objects could not be read." : `No ${disjunction(none)} is paused.`;
    return { topic, level: none.length === 0 ? "unknown" : "fine", text };
  }
  const parts = kindsRead.flatMap((kind) => {
    const count = paused.filter((object) => object.kind === kind).length;
    return count === 0 ? [] : [counted(count, kinds[kind].title, kinds[kind].plural)];
  });
  const text = `${parts.join(", ")} paused.`;
  return { topic, level: "attention", text };
}

function requestsLine({ requests }: Facts): Line {
  const topic = "requests";
  const left = hourText(requests.limit, requests);
  if (left === undefined)
    return { topic, level: "unknown", text: "The API does not return how many requests are left." };
  return { topic, level: left.isShort ? "attention" : "fine", text: left.text };
}
