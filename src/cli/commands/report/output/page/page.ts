import { version } from "../../../../../provider/version";
import type { Report, SummaryLine } from "../../report";
import { html, iconShapes, Markup, momentText, section } from "./markup";
import { findings } from "./sections/findings";
import { pictureSection } from "./sections/picture";
import { counts, requestSection, summary } from "./sections/summary";
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
