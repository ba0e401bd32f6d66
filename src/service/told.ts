import * as z from "zod/mini";
import { canonicalSid } from "./sids";
import {
  readFlag,
  readNumber,
  readNumbers,
  readReference,
  readReferences,
  readText,
  readTexts,
  readWords,
} from "./wire-forms";

/*
 * Fields of returned objects, read in every form of docs/design/open-points.md#2 and 3. A field that is absent, or that cannot be read, is
 * absent: "not told".
 */

/** A field that is read so. */
export const told = <T>(read: (value: unknown) => T | undefined) =>
  z.optional(z.pipe(z.unknown(), z.transform(read)));

export const text = told(readText);
export const number = told(readNumber);
export const flag = told(readFlag);
export const reference = told((value) => {
  const sid = readReference(value);
  return sid === undefined ? undefined : canonicalSid(sid);
});
export const references = told((value) => readReferences(value)?.map(canonicalSid));
export const words = told(readWords);
export const numbers = told(readNumbers);
export const texts = told(readTexts);
