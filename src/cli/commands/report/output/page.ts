import { version } from "../../../../provider/version";
import { groupedBy, occurrences } from "../../../../service/groups";
import { type Kind, kindNames, kinds } from "../../../../service/kinds";
import { blocklistNames } from "../../../account/lists";
import { counted, grouped } from "../../../output/text";
import { displayName } from "../../../output/values";
import type { Report } from "../account-report";
import { hasConnections } from "../facts/facts";
import type { Problem } from "../facts/problem";
import type { Structure } from "../facts/structure";
import { headline, type SummaryLine } from "../facts/summary";
import { dateText, maxNamed, topics } from "../report";
import { diagramOf } from "./diagram";
import {
  abbreviatedNames,
  age,
  type Content,
  commandMarkup,
  disclosure,
  html,
  icon,
  iconShapes,
  Markup,
  section,
  table,
} from "./markup";
import { picture } from "./picture";
import { style } from "./style";

/** Nothing is loaded, nothing runs, and nothing can be sent anywhere, even if a text were not escaped. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The page, in HTML. */
export function pageOf(report: Report, title = "Monitoring report"): string {
  const { account, read, requests } = report;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}: ${account.service}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${iconShapes}
<a class="skip" href="#summary">To the summary</a>
<header class="wide">
<h1>${title}</h1>
<dl class="of"><div><dt>Account</dt><dd>${account.sid}</dd></div><div><dt>Service</dt><dd>${account.service}</dd></div><div><dt>Read</dt><dd><time datetime="${read.to}">${dateText(read.to)}</time></dd></div></dl>
</header>
<main class="wide">
${summary(report)}${parts(report)}${structureSection(report)}${notes(report)}</main>
<footer class="wide"><p>Written by rblmonitor ${version} with ${counted(requests.sent, "request")}. Later checks and changes are not included.</p></footer>
</body>
</html>
`.text;
}

/** The parts in the order of the summary: those that need action first, and none without a finding. */
function parts(report: Report): Markup[] {
  return report.summary.filter(isFinding).map(({ topic, level, text, problems }) => {
    const [worst] = problems;
    const body = [
      topic === "undeclared" && comparison(report),
      problemTable(topics[topic].caption, problems, report.read.to),
      worst && html`<p class="more">Next step: ${commandMarkup(worst.command)}</p>`,
      topic === "listed" && blocklistTable(report),
    ];
    return section(topic, topics[topic].title, text, body, level);
  });
}

function problemTable(caption: string, problems: readonly Problem[], now: string): Content {
  return table(caption, problems, {
    Object: ({ object }) => object,
    Label: ({ label }) => label,
    Problem: ({ text }) => text,
    Age: ({ since }) => age(since, now),
    Notifies: ({ notifies }) => notifies && groupNames(notifies),
  });
}

/** How many hosts each blocklist lists, those that list the most first. */
function blocklistTable({ listed }: Report): Content {
  const hosts = listed?.hosts ?? [];
  const counts = occurrences(hosts.flatMap((host) => [...new Set(blocklistNames(host).names)]));
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return table("Listed hosts per blocklist", sorted, {
    Blocklist: ([name]) => name,
    Hosts: ([, count]) => grouped(count),
  });
}

/** The states that unmanaged objects were searched in. */
function comparison({ undeclared }: Report): Markup {
  if (undeclared === null)
    return html`<p class="more">Pass a configuration's folder to compare: ${commandMarkup("rblmonitor report --chdir FOLDER --html FILE")}</p>`;
  const { states, ignored } = undeclared;
  return html`<p class="more">Compared with ${abbreviatedNames(states)}.${ignored > 0 && ` The ignore file hides ${grouped(ignored)} more.`}</p>`;
}

function notes({ notes: all }: Report): Markup | undefined {
  if (all.length === 0) return undefined;
  const body = html`<ul class="notes">${all.map((note) => html`<li>${note}</li>`)}</ul>`;
  return section("notes", "Notes", "Missing or incomplete data.", body);
}

/** The worst problems by name, then the other findings, then the counts. */
function summary({ summary: lines, counts, read }: Report): Markup {
  const openLines = lines.filter(({ level }) => level !== "fine").map((each) => line(each, read.to));
  const fineLines = lines.filter(({ level }) => level === "fine").map((each) => line(each, read.to));
  return html`<section id="summary" class="summary ${lines[0]?.level ?? "fine"}" aria-labelledby="summary-heading">
<h2 id="summary-heading">${headline(lines)}</h2>
${openLines.length > 0 && html`<ul class="lines">${openLines}</ul>`}
${fineLines.length > 0 && html`<ul class="lines calm">${fineLines}</ul>`}
<ul class="counts" aria-label="Objects of the account">
${kindNames.map((kind) => html`<li>${countText(kind, counts[kind])}</li>\n`)}</ul>
</section>
`;
}

function countText(kind: Kind, count: number | null): Content {
  const { title, plural } = kinds[kind];
  if (count === null) return html`${plural}: not read`;
  return html`<b>${grouped(count)}</b> ${count === 1 ? title : plural}`;
}

/** Whether a line has a section. */
function isFinding({ level, problems }: SummaryLine): boolean {
  return level !== "fine" || problems.length > 0;
}

/** A line of the summary with its worst problems. */
function line(each: SummaryLine, now: string): Markup {
  const { topic, level, text, problems } = each;
  const words = isFinding(each) ? html`<a href="#${topic}">${text}</a>` : html`<span>${text}</span>`;
  const shown = problems.slice(0, maxNamed);
  const more = problems.length - shown.length;
  return html`<li class="${level}">${icon(level)}<div class="line">${words}
${level === "action" && html`<ul class="problems">${shown.map((problem) => problemLine(problem, now))}${more > 0 && html`<li><a href="#${topic}">and ${grouped(more)} more</a></li>`}</ul>`}</div></li>
`;
}

function problemLine({ object, label, text, since, notifies, command }: Problem, now: string): Markup {
  const facts: Content[] = [
    since !== null && html`<li>${age(since, now)}</li>`,
    html`<li>${text}</li>`,
    notifies !== null && html`<li>notifies ${groupNames(notifies)}</li>`,
  ];
  return html`<li><b class="object"><bdi>${object}</bdi></b>${label !== null && html` <span class="label"><bdi>${label}</bdi></span>`}<ul class="facts">${facts}</ul>${commandMarkup(command)}</li>
`;
}

function groupNames(groups: NonNullable<Problem["notifies"]>): Content {
  if (groups.length === 0) return "no group";
  return groups.map(
    ({ name, note }, index) =>
      html`${index > 0 && ", "}<bdi>${name}</bdi>${note && html` <span class="tone action">(${note})</span>`}`,
  );
}

/** Who is notified about what, as a picture and as a table. */
function structureSection(report: Report): Markup {
  const [id, title] = ["structure", "Who is notified about what"] as const;
  if (!hasConnections(report))
    return section(id, title, "Hosts, certificate monitors, contacts or groups could not be read.");
  const diagram = diagramOf(report.structure);
  if (diagram === undefined)
    return section(id, title, "The account monitors nothing yet, and its contact groups are empty.");
  const say =
    "Profiles monitor hosts and certificates, which notify contact groups and their contacts. Widths are proportional to numbers. A host with several groups counts for each.";
  const words = html`<div class="rest">${groupTable(report.structure)}</div>
${disclosure("The same in words")}`;
  return section(id, title, say, [picture(diagram), words]);
}

function groupTable({ watches, contact_groups: groups, contacts, memberships, names }: Structure) {
  const watched = groupedBy(watches, (watch) => watch.contact_group);
  const members = groupedBy(memberships, (membership) => membership.contact_group);
  const inactive = new Map(contacts.map((contact) => [contact.id, contact.inactive]));
  const nameOf = (sid: string | null) => (sid === null ? "none or unknown" : displayName(sid, names));
  const watchText = ({ kind, profile, count }: Structure["watches"][number]) =>
    `${counted(count, kind === "host" ? "host" : "certificate")} of profile ${nameOf(profile)}`;
  const memberText = ({ contact }: Structure["memberships"][number]) =>
    [nameOf(contact), inactive.get(contact)].filter(Boolean).join(", ");
  return table("Contact groups", [...new Set([...groups.map(({ id }) => id), ...watched.keys()])], {
    "Contact group": nameOf,
    "Notified about": (group) => abbreviatedNames((watched.get(group) ?? []).map(watchText)),
    Contacts: (group) => abbreviatedNames((members.get(`${group}`) ?? []).map(memberText)),
  });
}
