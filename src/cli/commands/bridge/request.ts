import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { SentPairs } from "../../../legacy/request";
import { decodeForm } from "../../../service/form";
import { joinBody } from "../../../webhooks/raw-body";
import { errorAnswer, type LegacyAnswer } from "./answer";

/** The path and the query of a request's target, which may be an absolute URL (RFC 9112, 3.2.2). */
export function targetOf({ url = "/" }: IncomingMessage): {
  readonly pathname: string;
  readonly query: URLSearchParams;
} {
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  return {
    pathname: end < 0 ? target : target.slice(0, end),
    query: new URLSearchParams(end < 0 ? "" : target.slice(end + 1)),
  };
}

/** The address that the proxy in front added: those before it may be invented. */
export function forwardedFor({ headers, socket }: IncomingMessage): string | undefined {
  const last = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1)?.trim();
  return last !== undefined && isIP(last) !== 0 ? last : socket.remoteAddress;
}

/** Name and password of HTTP Basic authentication. */
export interface Credentials {
  readonly accountSid: string;
  readonly authToken: string;
}

/** Reads an `Authorization` header; undefined unless it is HTTP Basic with a name and a password. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(header ?? "")?.[1];
  const [, accountSid, authToken] =
    /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  return accountSid === undefined || authToken === undefined ? undefined : { accountSid, authToken };
}

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
