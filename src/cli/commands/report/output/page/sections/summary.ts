import { kinds } from "../../../../../../service/kinds";
import { kindNames } from "../../../../../account/kinds";
import { counted } from "../../../../../output/words";
import type { Report, SummaryLine } from "../../../report";
import { type Content, html, icon, type Markup, section } from "../markup";

/** What needs action, in large letters; below it a line for each part of the report, the worst first. */
export function summary({ summary: lines }: Report): Markup {
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
export function counts({ counts: byKind }: Report): Markup {
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
export function requestSection({ requests, summary }: Report): Markup {
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
