import { type Kind, kindNames, kinds } from "./kinds";

/** The id of a manual check: `PP` and 64 lower-case hexadecimal digits (docs/design/api.md#identifiers). */
export const checkIdPattern = /^PP[0-9a-f]{64}$/;

/**
 * A SID of an object or an event: two capitals and 32 hexadecimal digits (docs/design/api.md#identifiers). Events have `TA`;
 * others occur (docs/design/open-points.md#19).
 */
export const sidPattern = /^[A-Z]{2}[0-9a-f]{32}$/;

const anySid = /^[A-Z]{2}(?:[0-9a-f]{32}){1,2}$/i;

/** A SID or check id in the service's letter case. Other texts are unchanged. */
export function canonicalSid(text: string): string {
  return !sidPattern.test(text) && anySid.test(text)
    ? text.slice(0, 2).toUpperCase() + text.slice(2).toLowerCase()
    : text;
}

/** The kind of object that a SID identifies; undefined for other texts. */
export function sidKind(sid: string): Kind | undefined {
  return sidPattern.test(sid) ? kindsByPrefix.get(sid.slice(0, 2)) : undefined;
}

/** Whether the text is a SID of the kind. */
export function isSid(kind: Kind, text: string): boolean {
  return sidKind(text) === kind;
}

/** The SID in an object of the kind, whatever its key. */
export function sidIn(kind: Kind, object: object | undefined): string | undefined {
  return Object.values(object ?? {}).find((value) => isSid(kind, String(value)));
}

/** Describes the form of a kind's SIDs for messages: `HT and 32 hexadecimal digits`. */
export function sidForm(kind: Kind): string {
  return `${kinds[kind].prefix} and 32 hexadecimal digits`;
}

const kindsByPrefix = new Map(kindNames.map((kind) => [kinds[kind].prefix as string, kind]));
