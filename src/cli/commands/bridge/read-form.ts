import type { IncomingMessage } from "node:http";
import type { SentPairs } from "../../../legacy/request";
import { decodeForm } from "../../../service/form";
import { joinBody } from "../../../webhooks/raw-body";
import { errorAnswer, type LegacyAnswer } from "./answer";

/** Bytes: more than the SIDs of 3,000 sources in one profile. */
const largestBody = 128 * 1024;

/** Reads the body of a request: its fields in order, or the error answer for an invalid form. Rejects if the program aborts. */
export async function readForm(incoming: IncomingMessage): Promise<SentPairs | LegacyAnswer> {
  // A request that is destroyed because its body is too large could not be answered.
  const bytes = await joinBody(incoming.iterator({ destroyOnReturn: false }), largestBody);
  if (bytes === undefined) return errorAnswer(413, "Bad request: the body is too large.");
  if (bytes.byteLength === 0) return [];
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    return errorAnswer(400, "Bad request: the body must be application/x-www-form-urlencoded.");
  const text = decoded(bytes);
  const form = text === undefined ? undefined : decodeForm(text);
  return form ?? errorAnswer(400, "Bad request: the body is not a well-formed form in UTF-8.");
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
