import type { Value } from "../../../../../../terraform/values/value";
import { counted } from "../../../../../output/words";
import { type Content, html } from "../markup";

/** In how many days something is: `in 3 days`, `today`, `2 days ago`. */
export function daysText(value: Value | undefined): Content {
  if (typeof value !== "number") return undefined;
  if (value === 0) return html`<span class="badge action">today</span>`;
  const days = counted(Math.abs(value), "day");
  return value < 0 ? html`<span class="badge action">${days} ago</span>` : `in ${days}`;
}

/** A moment for people, in UTC: `5 March 2026, 14:03 UTC`. */
export function momentText(iso: string): Content {
  const words = new Intl.DateTimeFormat("en-GB", {
    ...{ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
    timeZone: "UTC",
  } as const).format(new Date(iso));
  return html`<time datetime="${iso}">${words.replace(" at ", ", ")} UTC</time>`;
}
