import { counted } from "../../../../../output/words";
import type { Report } from "../../../report";
import { type Content, html, type Markup } from "../markup";
import { section } from "./section";

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
