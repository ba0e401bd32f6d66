const sid = /^([A-Z]{2})((?:[0-9a-f]{32}){1,2})$/i;

/** A SID or check id as version 4.0 writes it; 3.0 takes digits of either case (3.0, parameters). Other texts stay as they are. */
export function canonicalSid(text: string): string {
  const [, prefix = "", digits = ""] = sid.exec(text) ?? [];
  return prefix !== "" && prefix === prefix.toUpperCase() ? prefix + digits.toLowerCase() : text;
}
