import * as z from "zod/mini";
import { canonicalSid } from "./sids";
import {
  readFlag,
  readNumber,
  readNumbers,
  readReference,
  readReferences,
  readString,
  readStringMap,
  readStrings,
} from "./wire-forms";

/*
 * Fields of returned objects, in every form of docs/design/open-points.md#2 and 3. A missing or unreadable field is undefined.
 */

/** An optional field with a reader. */
export const optionalField = <T>(read: (value: unknown) => T | undefined) =>
  z.optional(z.pipe(z.unknown(), z.transform(read)));

export const text = optionalField(readString);
export const number = optionalField(readNumber);
export const flag = optionalField(readFlag);
export const reference = optionalField((value) => {
  const sid = readReference(value);
  return sid === undefined ? undefined : canonicalSid(sid);
});
export const references = optionalField((value) => readReferences(value)?.map(canonicalSid));
export const words = optionalField(readStrings);
export const numbers = optionalField(readNumbers);
export const stringMap = optionalField(readStringMap);
