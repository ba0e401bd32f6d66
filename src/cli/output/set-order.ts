import type { Json } from "./changed-attribute";

const inWords = new Intl.Collator("en", { numeric: true });

/** A value of which the elements stand in one order: sets come in any, and no list here is one in which order counts. */
export function inOrder(json: Json): Json {
  if (!Array.isArray(json)) return json;
  const items = json.map((item: Json) => ({ item, text: JSON.stringify(item) }));
  return items
    .sort((a, b) => inWords.compare(a.text, b.text) || (a.text < b.text ? -1 : 1))
    .map(({ item }) => item);
}
