import { version } from "../../../../provider/version";
import { kinds } from "../../../../service/kinds";
import { kindNames } from "../../../account/kinds";
import { counted } from "../../../output/text";
import type { Report, SummaryLine } from "../report";
import { findings } from "./findings";
import { type Content, html, icon, iconShapes, Markup, momentText, section } from "./markup";
import { pictureSection } from "./picture";
import { style } from "./style";

/** Nothing is loaded, nothing runs, and nothing can be sent anywhere, even if a text were not escaped. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The whole page, in HTML. */
export function pageOf(report: Report): string {
  const { account, read } = report;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Monitoring report: ${account.service}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${iconShapes}
<a class="skip" href="#summary">To the summary</a>
<header class="wide">
<h1>Monitoring report</h1>
<dl class="of"><div><dt>Account</dt><dd>${account.sid}</dd></div><div><dt>Service</dt><dd>${account.service}</dd></div><div><dt>Read</dt><dd>${momentText(read.to)}</dd></div></dl>
</header>
<main class="wide">
${summary(report)}${counts(report)}${parts(report)}${pictureSection(report)}${requestSection(report)}${notes(report)}</main>
<footer class="wide"><p>Written by rblmonitor ${version}. What a check finds and what people change after the time above is not in it.</p></footer>
</body>
</html>
`.text;
}

/** The parts in the order of the summary: what needs action comes first here, too, and what is fine needs no words. */
function parts(report: Report): Markup[] {
  return report.summary.flatMap(({ topic, level, text }: SummaryLine) => {
    if (topic === "requests" || level === "fine") return [];
    const { title, body } = findings[topic];
    return [section({ id: topic, title, level, say: text, body: body(report) })];
  });
}

function notes({ notes: all }: Report): Markup | undefined {
  if (all.length === 0) return undefined;
  const body = html`<ul class="notes">${all.map((note) => html`<li>${note}</li>`)}</ul>`;
  return section({ id: "notes", title: "To bear in mind", say: "What could not be read or told.", body });
}

/** What needs action, in large letters; below it a line for each part of the report, the worst first. */
function summary({ summary: lines }: Report): Markup {
  const calm = lines.filter(({ level }) => level === "fine");
  const open = lines.filter(({ level }) => level !== "fine");
  const level = lines[0]?.level ?? "fine";
  return html`<section id="summary" class="summary ${level}" aria-labelledby="summary-heading">
<h2 id="summary-heading">${headline(lines)}</h2>
${open.length > 0 && html`<ul class="lines">${open.map(line)}</ul>`}
${calm.length > 0 && html`<ul class="lines calm">${calm.map(line)}</ul>`}
</section>
`;
}

/** How much there is to do, in a few words. */
function headline(lines: readonly SummaryLine[]): string {
  const count = (level: SummaryLine["level"]) => lines.filter((each) => each.level === level).length;
  const [acts, looks, unknowns] = [count("action"), count("attention"), count("unknown")];
  if (acts > 0) return acts === 1 ? "One thing needs action" : `${acts} things need action`;
  if (looks > 0)
    return `Nothing needs action, ${looks === 1 ? "one thing is" : `${looks} things are`} worth a look`;
  return unknowns > 0 ? "Nothing that is known needs action" : "All is well";
}

/** What is fine has no part of its own on the page, except the requests. */
function line({ topic, level, text }: SummaryLine): Markup {
  const inside = html`${icon(level)}<span>${text}</span>`;
  return level === "fine" && topic !== "requests"
    ? html`<li class="${level}"><span class="line">${inside}</span></li>\n`
    : html`<li class="${level}"><a class="line" href="#${topic}">${inside}</a></li>\n`;
}

/** How many objects of each kind there are. */
function counts({ counts: byKind }: Report): Markup {
  const tiles = kindNames.map((kind) => {
    const count = byKind[kind];
    const { title, plural } = kinds[kind];
    return html`<div><dt>${count === 1 ? title : plural}</dt><dd>${count?.toLocaleString("en") ?? "not read"}</dd></div>
`;
  });
  return html`<dl class="counts" aria-label="Objects of the account">
${tiles}</dl>
`;
}

/** How much of the hour's requests is used, as far as the service told, and what this report took of them. */
function requestSection({ requests, summary }: Report): Markup {
  const line = summary.find(({ topic }) => topic === "requests");
  const { sent, reset } = requests;
  const over = reset === null ? "" : ` The hour is over in ${counted(Math.ceil(reset / 60), "minute")}.`;
  return section({
    ...{ id: "requests", title: "Requests", level: line?.level },
    say: `${line?.text ?? ""}${over} Reading this report took ${counted(sent, "request")}. Everybody who uses the account shares the limit.`,
    body: meter(requests),
  });
}

/** A bar of what is used; none where the service does not tell of the hour. */
function meter({ limit, remaining }: Report["requests"]): Content {
  if (limit === null || remaining === null || limit <= 0) return undefined;
  const used = Math.min(100, Math.max(0, Math.round((1 - remaining / limit) * 100)));
  return html`<div class="meter" role="img" aria-label="${used} % of the hour's requests are used"><i style="width:${used}%"></i></div>`;
}
