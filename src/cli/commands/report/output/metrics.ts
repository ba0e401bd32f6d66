import { type Kind, kindNames } from "../../../../service/kinds";
import { metricText, type Sample, type Samples } from "../../../output/prometheus";
import type { Report } from "../account-report";
import { checkedKinds } from "../facts/facts";
import { levels } from "../report";

/** The gauges with their meanings. Their names and labels are stable (docs/guides/metrics.md). */
const gauges: Readonly<Record<string, readonly [help: string, of: (report: Report) => Samples]>> = {
  report_timestamp_seconds: ["When the account was read.", ({ read }) => Date.parse(read.to) / 1_000],
  report_complete: [
    "Whether the requests sufficed to read everything (1) or not (0).",
    ({ complete }) => Number(complete),
  ],
  list_read: [
    "Whether a list could be read (1) or not (0). If not, its figures are absent.",
    ({ counts, listed, certificates }) =>
      Object.entries({ ...counts, listings: listed, certificate_errors: certificates }).map(
        ([list, read]) => [{ list }, Number(read !== null)],
      ),
  ],
  topic_level: [
    "Level of each topic of the report: 3 needs action, 2 worth a look, 1 not known, 0 fine.",
    ({ summary }) => summary.map(({ topic, level }) => [{ topic }, levels[level].severity]),
  ],
  objects: ["Objects of the account.", ({ counts }) => kindNames.map((kind) => [{ kind }, counts[kind]])],
  listed_hosts: ["Hosts on a blocklist.", ({ listed }) => listed?.total],
  certificate_errors: ["Active certificate errors.", ({ certificates }) => certificates?.total_errors],
  certificate_expires_seconds: [
    "Time until a certificate expires, in whole days; negative if it has expired.",
    ({ objects }) =>
      objects.map(({ id, key, expiry_days: days }) => [
        { monitor: id, hostname: key },
        days && days * 86_400,
      ]),
  ],
  watched_objects: ["Hosts and certificate monitors by whether something checks them.", answersTo("watched")],
  reached_objects: [
    "Hosts, certificate monitors and contact groups by whether their alerts reach someone.",
    answersTo("reaches"),
  ],
  paused_objects: [
    "Paused objects.",
    ({ counts, paused }) =>
      checkedKinds
        .filter((kind) => counts[kind] !== null)
        .map((kind) => [{ kind }, paused.filter((object) => object.kind === kind).length]),
  ],
  inactive_contacts: [
    "Contacts that get no alerts, or may not.",
    ({ contacts }) => Object.entries(contacts ?? {}).map(([state, some]) => [{ state }, some.length]),
  ],
  unmanaged_objects: ["Objects that no state holds.", ({ undeclared }) => undeclared?.objects.length],
  new_problems: ["Problems that are new since the earlier report.", ({ since }) => since?.new.length],
  requests_left: ["Requests that are left in this hour.", ({ requests }) => requests.remaining],
  requests_left_at_least: [
    "Requests that are left in this hour at least: all that is known where only the tightest limit is reported.",
    ({ requests }) => requests.at_least,
  ],
  requests_limit: ["Requests that an hour allows.", ({ requests }) => requests.limit],
};

/** How many objects of each kind have each answer; nothing of those that could not be read. */
function answersTo(question: "watched" | "reaches") {
  type Answers = { readonly [name in typeof question]?: Readonly<Record<string, number>> };
  return ({ counts, coverage }: Report) =>
    Object.entries<Answers>(coverage).flatMap(([kind, { [question]: numbers = {} }]) => {
      const known = counts[kind as Kind] === null ? [] : Object.entries(numbers);
      return known.map(([answer, count]): Sample => [{ kind, [question]: answer }, count]);
    });
}

/** The figures of a report in the text format of Prometheus. */
export function metrics(report: Report): string {
  const account = { account: report.account.sid };
  return Object.entries(gauges)
    .map(([name, [help, of]]) => metricText(name, "gauge", help, of(report), account))
    .join("");
}
