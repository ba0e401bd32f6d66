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
export const reported = <T>(read: (value: unknown) => T | undefined) =>
  z.optional(z.pipe(z.unknown(), z.transform(read)));

export const text = reported(readText);
export const number = reported(readNumber);
export const flag = reported(readFlag);
export const reference = reported((value) => {
  const sid = readReference(value);
  return sid === undefined ? undefined : canonicalSid(sid);
});
export const references = reported((value) => readReferences(value)?.map(canonicalSid));
export const words = reported(readWords);
export const numbers = reported(readNumbers);
export const texts = reported(readTexts);
