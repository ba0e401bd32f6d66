import { toUSVString } from "node:util";

/** The forms in which an answer could quote a text: as it is, and in JSON, URLs, forms and HTML as programs write them. */
export function spellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(toUSVString(text));
  const form = new URLSearchParams({ "": text }).toString().slice(1);
  // PHP escapes slashes in JSON, and with many others everything beyond ASCII.
  const jsons = [json, inAscii(json)].flatMap((spelt) => [spelt, spelt.replaceAll("/", "\\/")]);
  return [...new Set([text, ...jsons, ...[url, form].flatMap(inEitherCase), ...inHtml(text)])];
}

function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function inEitherCase(encoded: string): string[] {
  return [encoded, encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())];
}

function inHtml(text: string): string[] {
  const escaped = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return ["'", "&#39;", "&#039;", "&#x27;", "&apos;"].map((quote) => escaped.replaceAll("'", quote));
}
