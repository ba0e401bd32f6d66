import type { Level } from "../../report";
import { html, type Markup } from "./markup";

/** What a level is called. */
const levelWords: Readonly<Record<Level, string>> = {
  action: "Needs action",
  attention: "Worth a look",
  unknown: "Not known",
  fine: "Fine",
};

/** The shape of each level, told apart without colours as well. They are drawn once; {@link icon} refers to them. */
export const iconShapes: Markup = html`<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">
<symbol id="action" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1.25 5h2.5v6.5h-2.5Zm0 8.5h2.5V18h-2.5Z"/></symbol>
<symbol id="attention" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="M10.6 3.2a1.6 1.6 0 0 1 2.8 0l8.4 15.4a1.6 1.6 0 0 1-1.4 2.4H3.6a1.6 1.6 0 0 1-1.4-2.4ZM10.9 9v5.8h2.2V9Zm0 7.2v2.2h2.2v-2.2Z"/></symbol>
<symbol id="unknown" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3.2 3.2" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"/><path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M8 12h8"/></symbol>
<symbol id="fine" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="2" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"/><path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" d="m8 12.4 2.8 2.8L16 9.6"/></symbol>
</svg>`;

/** The shape of a level, with its word for those who do not see it. */
export function icon(level: Level): Markup {
  return html`<svg class="icon ${level}" aria-hidden="true" focusable="false"><use href="#${level}"/></svg><span class="unseen">${levelWords[level]}: </span>`;
}
