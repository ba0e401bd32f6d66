/** What stands between tags on a page, and its tags in order with their attributes as written. */
export interface Parsed {
  readonly tags: readonly Tag[];
  readonly text: string;
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** Whether it needs no end. */
  readonly isWhole: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Reads a page as strictly as XML is read: every attribute in quotation marks, no mark that is not an entity. @throws Error where it is otherwise */
export function parsed(page: string): Parsed {
  const style = page.replace(/(<style>)[\s\S]*?(<\/style>)/, "$1$2");
  const tags: Tag[] = [];
  const texts: string[] = [];
  let rest = style.replace(/^<!doctype html>\n/, "");
  while (rest !== "") {
    const [whole, text = "", tag = ""] = /^([^<>]*)(<[^<>]*>)?/.exec(rest) ?? [];
    if (!whole) throw new Error(`Neither text nor tag: ${rest.slice(0, 80)}`);
    texts.push(unescaped(text));
    if (tag !== "") tags.push(tagOf(tag));
    rest = rest.slice(whole.length);
  }
  return { tags, text: texts.join("") };
}

function tagOf(tag: string): Tag {
  const [, end = "", name, attributes = ""] =
    /^<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"]*")?)*)\/?>$/.exec(tag) ?? [];
  if (name === undefined) throw new Error(`No tag: ${tag}`);
  const pairs = [...attributes.matchAll(/ ([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g)];
  return {
    ...{ name, isEnd: end !== "", isWhole: tag.endsWith("/>") || name === "meta" },
    attributes: Object.fromEntries(pairs.map(([, key = "", value = ""]) => [key, unescaped(value)])),
  };
}

/** A text without entities. */
function unescaped(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`No entity: ${text}`);
  return text.replace(/&([a-z0-9#]+);/g, (_, name: string) => entities[name] ?? "");
}
