import { occurrences } from "../../../../service/groups";
import { kinds } from "../../../../service/kinds";
import type { ObjectValue, Value } from "../../../../terraform";
import type { NamedObject } from "../../../account/names";
import { isoDate } from "../../../output/durations";
import { grouped } from "../../../output/text";
import { displayName, type Names } from "../../../output/values";
import { blocklistNames, textOf } from "../facts/problems";
import { detailCommands, type Listed, type Report, type Topic, type UnreachableGroup } from "../report";
import { type Bar, barPlot } from "./bars";
import { abbreviatedNames, age, type Content, daysText, html } from "./markup";
import { type PageColumn, table } from "./table";

/** The title of a part, and its content below its line of the summary. */
interface Finding {
  readonly title: string;
  body(report: Report): Content;
}

/** The parts about what may need action. */
export const findings: Readonly<Record<Exclude<Topic, "requests">, Finding>> = {
  listed: {
    title: "Listed hosts",
    body: ({ listed, structure, read }) =>
      listed !== null && [
        table({
          caption: "Hosts on a blocklist",
          columns: [
            { title: "Host", of: ({ host }) => textOf(host) },
            { title: "Label", of: ({ host, name }) => (name === host ? undefined : textOf(name)) },
            { title: "Blocklists", of: sourcesText },
            { title: "Listed", of: ({ first_listed: since }) => age(since, read.to) },
            { title: "Checked", of: ({ last_checked: checked }) => age(checked, read.to) },
            { title: "Notifies", of: ({ contact_groups: groups }) => namesText(groups, structure.names) },
          ],
          rows: listed.hosts,
          total: listed.total,
          command: detailCommands.listed,
        }),
        html`<div class="plots">${[agePlot(listed, read.to), sourcePlot(listed)]}</div>`,
      ],
  },
  certificates: {
    title: "Certificates",
    body: ({ certificates }) =>
      certificates !== null && [
        table({
          caption: "Active certificate errors",
          columns: [
            {
              title: "Hostname",
              of: (error) => textOf(error.hostname) ?? textOf(error.monitor) ?? "unknown",
            },
            { title: "Protocol", of: ({ protocol }) => textOf(protocol) },
            { title: "Error", of: ({ type }) => textOf(type) },
            { title: "Message", of: ({ message }) => textOf(message) },
          ],
          rows: certificates.errors,
          total: certificates.total_errors,
          command: `${detailCommands.certificates} errors`,
        }),
        table({
          caption: "Certificates that expire soon",
          columns: [
            { title: "Hostname", of: ({ hostname }) => textOf(hostname) },
            { title: "Protocol", of: ({ protocol }) => textOf(protocol) },
            { title: "Label", of: ({ name }) => textOf(name) },
            { title: "Expires", of: ({ expiry_days: days }) => daysText(days) },
          ],
          rows: certificates.expiring,
          command: `${detailCommands.certificates} monitors`,
        }),
      ],
  },
  groups: {
    title: "Contact groups without an active contact",
    body: ({ groups }) =>
      groups !== null &&
      table<UnreachableGroup>({
        caption: "Alerts to these groups reach no one: contacts are pending or paused",
        columns: [
          { title: "Group", of: ({ name, id }) => name ?? id },
          { title: "Contacts", of: ({ contacts }) => (contacts === 0 ? "none" : grouped(contacts)) },
          { title: "Hosts", isNumber: true, of: ({ hosts }) => grouped(hosts) },
          { title: "Certificates", isNumber: true, of: (group) => grouped(group.certificate_monitors) },
        ],
        rows: groups,
        command: detailCommands.groups,
      }),
  },
  contacts: {
    title: "Contacts that get no alerts",
    body: ({ contacts, structure }) =>
      table({
        caption: "Contacts that are pending or paused",
        columns: [
          { title: "Contact", of: ({ contact }) => textOf(contact) },
          { title: "Type", of: ({ type }) => textOf(type) },
          {
            title: "Status",
            of: ({ status }) => html`<span class="badge attention">${textOf(status)}</span>`,
          },
          { title: "Groups", of: ({ contact_groups: groups }) => namesText(groups, structure.names) },
        ],
        rows: [...(contacts?.pending ?? []), ...(contacts?.paused ?? [])],
        command: detailCommands.contacts,
      }),
  },
  undeclared: {
    title: "Unmanaged objects",
    body: ({ undeclared }) => {
      if (undeclared === null)
        return html`<p class="more">Pass a configuration's folder to compare: <code>rblmonitor report --chdir FOLDER --html FILE</code></p>`;
      const { objects, states, ignored } = undeclared;
      const from = html`<p class="more">Compared with ${abbreviatedNames(states)}.${ignored > 0 && ` The ignore file hides ${grouped(ignored)} more.`}</p>`;
      return [from, objectTable("In the account, and in no state", objects, detailCommands.undeclared)];
    },
  },
  paused: {
    title: "Paused",
    body: ({ paused, summary }) => {
      const [first] = summary.find(({ topic }) => topic === "paused")?.problems ?? [];
      return [
        objectTable("Not checked until they are resumed", paused, detailCommands.paused),
        html`<p class="more">To resume: <code>${first?.command}</code></p>`,
      ];
    },
  },
};

const day = 24;

/** The ages of listings, in hours: from minutes to years, so that each host would be a bar of its own or none at all. */
const ages = [
  { name: "over a year", from: 365 * day },
  { name: "1 to 12 months", from: 30 * day },
  { name: "7 to 30 days", from: 7 * day },
  { name: "1 to 7 days", from: day },
  { name: "1 to 24 hours", from: 1 },
  { name: "under an hour", from: Number.NEGATIVE_INFINITY },
] as const;

/** How many hosts have been listed for how long, the longest first. */
function agePlot({ hosts }: Listed, now: string): Content {
  const since = hosts.flatMap(({ first_listed: first }) => isoDate(textOf(first)) ?? []);
  const hours = since.map((time) => (Date.parse(now) - Date.parse(time)) / 3_600_000);
  const counts = occurrences(hours.map((age) => ages.find(({ from }) => age >= from)));
  const bars = ages.flatMap((age): Bar[] => {
    const count = counts.get(age) ?? 0;
    return count === 0 ? [] : [{ name: age.name, value: count }];
  });
  return barPlot({ caption: "Listed for", bars, command: detailCommands.listed });
}

/** How many hosts each blocklist lists. */
function sourcePlot({ hosts }: Listed): Content {
  const counts = occurrences(hosts.flatMap((host) => [...new Set(blocklistNames(host).names)]));
  const bars = [...counts].map(([name, value]): Bar => ({ name, value }));
  bars.sort((a, b) => b.value - a.value);
  return barPlot({ caption: "Hosts per blocklist", bars, command: `${detailCommands.listed} --json` });
}

function objectTable(caption: string, rows: readonly NamedObject[], command: string): Content {
  const columns: readonly PageColumn<NamedObject>[] = [
    { title: "Object", of: ({ key, name, id }) => key ?? name ?? id },
    { title: "Kind", of: ({ kind }) => kinds[kind].title },
    { title: "Label", of: ({ key, name }) => (key === undefined || key === name ? undefined : name) },
    { title: "SID", of: ({ id }) => html`<span class="id">${id}</span>` },
  ];
  return table({ caption, columns, rows, command });
}

function namesText(ids: Value | undefined, names: Names): Content {
  if (!Array.isArray(ids)) return undefined;
  return abbreviatedNames(ids.map((id) => displayName(String(id), names)));
}

/** `2: a.example, b.example`, as far as the API returns them. */
function sourcesText(host: ObjectValue): Content {
  const { count, names } = blocklistNames(host);
  if (count === 0) return undefined;
  return names.length === 0 ? grouped(count) : [`${grouped(count)}: `, abbreviatedNames(names)];
}
