import type { FoundCall } from "./found-calls";
import type { ProgramText } from "./program-text";
import { isListing } from "./replacement";
import type { Finding } from "./report";

/** How many lines from the call of a list its pages are counted. */
const reach = 15;

const twenty =
  /(?:%|\/(?!\/)|\*|<=?|>=?|===?|!==?|-lt\b|-le\b|-gt\b|-ge\b|-eq\b|-ne\b)\s*20\b(?![.%\w])|(?<![\w.])20\s*(?:%|\*|<=?|>=?|===?|!==?)(?!\w)/g;

/** Programs that reckon with 20 objects on a page, which are 100 unless page_size is sent (3.0, Versioning 7). */
export function pageSizeFindings({ file, text, lines }: ProgramText, calls: readonly FoundCall[]): Finding[] {
  const lists = calls.filter(({ call, isLogged }) => isListing(call) && !isLogged);
  if (lists.length === 0) return [];
  return [...text.matchAll(twenty)]
    .map(({ index }) => lines.at(index))
    .filter((line) => lists.some((list) => Math.abs(list.line - line) <= reach))
    .map((line) => ({
      ...{ type: "page_size", file, line, point: 7, breaks: true },
      found: "20 objects a page",
      replacement: "100 objects a page, or the page_size that is sent",
    }));
}
