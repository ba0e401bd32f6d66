import { shownText } from "../../../../../service/shown-text";

/** HTML. Only {@link html} makes it, so that no text from elsewhere is taken for it. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What may stand in HTML: a text, which is escaped, HTML, or several of these; false is nothing. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[];

/** HTML with values in it. A text can neither end what it stands in nor change how the page reads. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(written)));
}

/** Whether there is anything to see of that content. */
export function isEmpty(content: Content): boolean {
  return written(content) === "";
}

/** The entities of what means something in HTML, within quotation marks as well as outside. */
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function written(content: Content): string {
  if (content === null || content === undefined || content === false) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(written).join("");
  return shownText(String(content)).replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
