import { kinds } from "../../../../service/kinds";
import type { ObjectValue, Value } from "../../../../terraform";
import type { NamedObject } from "../../../account/names";
import { called, type Names } from "../../../output/values";
import type { Report, SilentGroup, Topic } from "../report";
import { type Content, daysText, html, type Markup } from "./markup";
import { type PageColumn, table } from "./table";

/** What a part is called, and what it shows below its line of the summary. */
interface Finding {
  readonly title: string;
  body(report: Report): Content;
}

/** The parts about what may need action. */
export const findings: Readonly<Record<Exclude<Topic, "requests">, Finding>> = {
  listed: {
    title: "Listed hosts",
    body: ({ listed, structure }) =>
      listed !== null &&
      listed.total > 0 &&
      table({
        caption: "Hosts that a source lists now",
        columns: [
          { title: "Host", of: ({ host }) => text(host) },
          { title: "Label", of: ({ host, name }) => (name === host ? undefined : text(name)) },
          { title: "Listed by", of: sourcesText },
          { title: "Since", of: ({ first_listed: since }) => text(since) },
          { title: "Checked", of: ({ last_checked: checked }) => text(checked) },
          { title: "Notifies", of: ({ contact_groups: groups }) => namesText(groups, structure.names) },
        ],
        rows: listed.hosts,
        total: listed.total,
        command: "rblmonitor listings",
      }),
  },
  certificates: {
    title: "Certificates",
    body: ({ certificates }) =>
      certificates !== null && [
        certificates.total_errors > 0 &&
          table({
            caption: "Certificate errors that are active now",
            columns: [
              {
                title: "Hostname",
                of: ({ hostname, monitor }) => text(hostname) ?? text(monitor) ?? "not told",
              },
              { title: "Protocol", of: ({ protocol }) => text(protocol) },
              { title: "Error", of: ({ type }) => text(type) },
              { title: "Message", of: ({ message }) => text(message) },
            ],
            rows: certificates.errors,
            total: certificates.total_errors,
            command: "rblmonitor certificates errors",
          }),
        certificates.expiring.length > 0 &&
          table({
            caption: "Certificates that expire soon, the first in front",
            columns: [
              { title: "Hostname", of: ({ hostname }) => text(hostname) },
              { title: "Protocol", of: ({ protocol }) => text(protocol) },
              { title: "Label", of: ({ name }) => text(name) },
              { title: "Expires", of: ({ expiry_days: days }) => daysText(days) },
            ],
            rows: certificates.expiring,
            command: "rblmonitor certificates monitors",
          }),
      ],
  },
  groups: {
    title: "Contact groups that reach nobody",
    body: ({ groups }) =>
      groups !== null &&
      groups.length > 0 &&
      table<SilentGroup>({
        caption: "Groups without a contact that is told anything",
        columns: [
          { title: "Group", of: ({ name, id }) => name ?? id },
          {
            title: "Contacts",
            of: ({ contacts }) =>
              contacts === 0 ? "none" : `${contacts.toLocaleString("en")}, pending or paused`,
          },
          { title: "Hosts", isNumber: true, of: ({ hosts }) => hosts.toLocaleString("en") },
          {
            title: "Certificates",
            isNumber: true,
            of: ({ certificate_monitors: monitors }) => monitors.toLocaleString("en"),
          },
        ],
        rows: groups,
        command: "rblmonitor report --json",
      }),
  },
  contacts: {
    title: "Contacts that are told nothing",
    body: ({ contacts, structure }) => {
      const rows = [...(contacts?.pending ?? []), ...(contacts?.paused ?? [])];
      if (rows.length === 0) return undefined;
      return table({
        caption: "Contacts that are paused, or wait for their confirmation",
        columns: [
          { title: "Contact", of: ({ contact }) => text(contact) },
          { title: "Type", of: ({ type }) => text(type) },
          { title: "Status", of: ({ status }) => html`<span class="badge attention">${text(status)}</span>` },
          { title: "Groups", of: ({ contact_groups: groups }) => namesText(groups, structure.names) },
        ],
        rows,
        command: "rblmonitor contacts list",
      });
    },
  },
  undeclared: {
    title: "Objects that nobody declared",
    body: ({ undeclared }) => {
      if (undeclared === null)
        return html`<p class="more">Terraform states tell it: <code>rblmonitor report --chdir FOLDER --html FILE</code> for the folder of a configuration, or what <code>terraform show -json</code> prints in its place.</p>`;
      const { objects, states, ignored } = undeclared;
      const from = html`<p class="more">Compared with ${firstFewOf(states)}.${ignored > 0 && ` An ignore file takes away ${ignored.toLocaleString("en")} more.`}</p>`;
      const shown =
        objects.length > 0 && objectTable("In the account, and in no state", objects, "rblmonitor drift");
      return [from, shown];
    },
  },
  paused: {
    title: "Paused",
    body: ({ paused }) =>
      paused.length > 0 &&
      objectTable("Not checked, or not asked, until they are resumed", paused, "rblmonitor report --json"),
  },
};

function objectTable(caption: string, rows: readonly NamedObject[], command: string): Markup {
  const columns: readonly PageColumn<NamedObject>[] = [
    { title: "Object", of: ({ key, name, id }) => key ?? name ?? id },
    { title: "Kind", of: ({ kind }) => kinds[kind].title },
    { title: "Label", of: ({ key, name }) => (key === undefined || key === name ? undefined : name) },
    { title: "SID", of: ({ id }) => html`<span class="id">${id}</span>` },
  ];
  return table({ caption, columns, rows, command });
}

function text(value: Value | undefined): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

const mostNamed = 5;

function firstFewOf(names: readonly string[]): Content {
  const more = names.length - mostNamed;
  const shown = names.slice(0, mostNamed).map((name, index) => [index > 0 && ", ", html`<bdi>${name}</bdi>`]);
  return [shown, more > 0 && ` and ${more.toLocaleString("en")} more`];
}

function namesText(ids: Value | undefined, names: Names): Content {
  if (!Array.isArray(ids)) return undefined;
  return firstFewOf(ids.map((id) => called(String(id), names)));
}

/** `2 sources: a.example, b.example`, as far as the service tells. */
function sourcesText({ listed_count: count, listed_details: details }: ObjectValue): Content {
  const named = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const { host, id } = detail as ObjectValue;
    return text(host) ?? text(id) ?? [];
  });
  const many = typeof count === "number" ? count : named.length;
  if (many === 0) return undefined;
  const sources = `${many.toLocaleString("en")} ${many === 1 ? "source" : "sources"}`;
  return named.length === 0 ? sources : [sources, ": ", firstFewOf(named)];
}
