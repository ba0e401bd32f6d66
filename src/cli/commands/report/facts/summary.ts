import { kinds } from "../../../../service/kinds";
import type { ObjectValue } from "../../../../terraform";
import { hourText } from "../../../account/hour";
import { counted, eitherOf } from "../../../output/text";
import { levels, type Report, type SummaryLine, soonDays } from "../report";
import { used } from "./silent";

/** What the summary is made of. */
type Facts = Omit<Report, "summary" | "version" | "account" | "read" | "structure" | "notes">;

/** A line for each part of the report, what needs action first; parts of the same level in the order of the page. */
export function summaryOf(facts: Facts): SummaryLine[] {
  const lines = [
    listedLine(facts),
    certificatesLine(facts),
    groupsLine(facts),
    contactsLine(facts),
    undeclaredLine(facts),
    pausedLine(facts),
    requestsLine(facts),
  ];
  return lines.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

function listedLine({ listed, counts }: Facts): SummaryLine {
  const topic = "listed";
  if (listed === null) return { topic, level: "unknown", text: "Which hosts are listed is not known." };
  const { host: hosts } = counts;
  if (hosts === 0) return { topic, level: "fine", text: "The account has no host." };
  const of = hosts === null ? "" : ` of ${counted(Math.max(hosts, listed.total), "host")}`;
  if (listed.total === 0 && hosts === 1) return { topic, level: "fine", text: "The host is not listed." };
  if (listed.total === 0) return { topic, level: "fine", text: `None${of || " of the hosts"} is listed.` };
  const text = of === "" ? counted(listed.total, "host") : listed.total.toLocaleString("en") + of;
  return { topic, level: "action", text: `${text} ${listed.total === 1 ? "is" : "are"} listed.` };
}

function certificatesLine({ certificates, counts }: Facts): SummaryLine {
  const topic = "certificates";
  if (certificates === null)
    return { topic, level: "unknown", text: "Which certificates have errors is not known." };
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
    return { topic, level: "fine", text: "The account watches no certificate." };
  return { topic, level: "fine", text: "No certificate error is active." };
}

function expiryText(expiring: readonly ObjectValue[]): string {
  const gone = expiring.filter(({ expiry_days: days }) => Number(days) < 0).length;
  const soon = expiring.length - gone;
  const expired = `${counted(gone, "certificate")} ${gone === 1 ? "has" : "have"} expired`;
  const expires = `${counted(soon, "certificate")} ${soon === 1 ? "expires" : "expire"} within ${soonDays} days`;
  return [...(gone > 0 ? [expired] : []), ...(soon > 0 ? [expires] : [])].join(", and ");
}

function groupsLine({ groups, counts }: Facts): SummaryLine {
  const topic = "groups";
  if (groups === null)
    return { topic, level: "unknown", text: "Whom each contact group reaches is not known." };
  if (groups.length === 0)
    return {
      topic,
      level: "fine",
      text:
        counts.contact_group === 0
          ? "The account has no contact group."
          : "Every contact group reaches somebody.",
    };
  const relied = groups.filter((group) => used(group) > 0).length;
  const unused = groups.length - relied;
  const reach = (count: number) => (count === 1 ? "reaches" : "reach");
  if (relied === 0) {
    const text = `${counted(unused, "contact group")} ${reach(unused)} nobody, and nothing notifies ${unused === 1 ? "it" : "them"}.`;
    return { topic, level: "attention", text };
  }
  const more = unused === 0 ? "" : ` ${unused} not in use ${reach(unused)} nobody, either.`;
  return {
    topic,
    level: "action",
    text: `${counted(relied, "contact group")} in use ${reach(relied)} nobody.${more}`,
  };
}

function contactsLine({ contacts, counts }: Facts): SummaryLine {
  const topic = "contacts";
  if (contacts === null) return { topic, level: "unknown", text: "Who is notified is not known." };
  const { pending, paused } = contacts;
  const parts = [
    ...(pending.length > 0
      ? [`${counted(pending.length, "contact")} ${pending.length === 1 ? "is" : "are"} not confirmed`]
      : []),
    ...(paused.length > 0
      ? [`${counted(paused.length, "contact")} ${paused.length === 1 ? "is" : "are"} paused`]
      : []),
  ];
  if (parts.length > 0) return { topic, level: "attention", text: `${parts.join(", and ")}.` };
  const text =
    counts.contact === 0 ? "The account has no contact." : "No contact is paused or waits for confirmation.";
  return { topic, level: "fine", text };
}

function undeclaredLine({ undeclared, counts }: Facts): SummaryLine {
  const topic = "undeclared";
  if (undeclared === null)
    return { topic, level: "unknown", text: "What nobody declared is not known: no state was given." };
  const { length } = undeclared.objects;
  const whole = Object.values(counts).includes(null) ? "that could be read" : "in the account";
  if (length === 0) return { topic, level: "fine", text: `Everything ${whole} is declared.` };
  const text = `${counted(length, "object")} ${length === 1 ? "is" : "are"} in the account, and no state declares ${length === 1 ? "it" : "them"}.`;
  return { topic, level: "attention", text };
}

function pausedLine({ paused, counts }: Facts): SummaryLine {
  const topic = "paused";
  const kindsRead = (["host", "certificate_monitor", "source"] as const).filter(
    (kind) => counts[kind] !== null,
  );
  if (paused.length === 0) {
    const none = kindsRead.map((kind) => kinds[kind].title);
    const text = none.length === 0 ? "What is paused is not known." : `No ${eitherOf(none)} is paused.`;
    return { topic, level: none.length === 0 ? "unknown" : "fine", text };
  }
  const parts = kindsRead.flatMap((kind) => {
    const count = paused.filter((object) => object.kind === kind).length;
    return count === 0 ? [] : [counted(count, kinds[kind].title, kinds[kind].plural)];
  });
  const text = `${parts.join(", ")} ${paused.length === 1 ? "is" : "are"} paused.`;
  return { topic, level: "attention", text };
}

function requestsLine({ requests }: Facts): SummaryLine {
  const topic = "requests";
  const left = hourText(requests.limit, requests);
  if (left === undefined)
    return { topic, level: "unknown", text: "The service does not tell how many requests are left." };
  return { topic, level: left.isShort ? "attention" : "fine", text: left.text };
}
