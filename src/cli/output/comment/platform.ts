import type { TransportResponse } from "../../../client/transport";
import { printable } from "../terminal";
import { oneLine, shortened } from "../text";

/** A place for comments: a pull request of GitHub, or a merge request of GitLab. */
export interface Platform {
  /** Its name in errors, as in `pull request 7 of octo/dns`. */
  readonly name: string;
  /** Root of the API. */
  readonly root: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Secret: no message may show it. */
  readonly token: string;
  /** Path of the list of comments, which a POST adds to. */
  readonly comments: string;
  /** Method and path that replace a comment. */
  replace(id: number): readonly [method: string, path: string];
  /** What to do about a status. */
  advice(status: number): string;
}

/** Sends a request. @throws Error when there is no answer */
export type Send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<TransportResponse>;

const pageSize = 100;
/** Comments on further pages are not looked at. */
const mostPages = 100;

/**
 * Creates a comment, or replaces the one that begins with the same marker.
 * @param body begins with the marker, on a line of its own
 * @throws Error with the platform's message
 */
export async function postComment(
  platform: Platform,
  body: string,
  send: Send,
): Promise<"created" | "updated"> {
  const [marker = ""] = body.split("\n");
  const existing = await findComment(platform, marker, send);
  const [tried, method, path] =
    existing === undefined
      ? (["create the comment", "POST", platform.comments] as const)
      : (["update the comment", ...platform.replace(existing)] as const);
  await answer(platform, tried, send, method, path, JSON.stringify({ body }));
  return existing === undefined ? "created" : "updated";
}

/** The id of the comment that begins with the marker. */
async function findComment(platform: Platform, marker: string, send: Send): Promise<number | undefined> {
  const tried = "list the comments";
  for (let page = 1; page <= mostPages; page += 1) {
    const path = `${platform.comments}?per_page=${pageSize}&page=${page}`;
    const posted = await answer(platform, tried, send, "GET", path);
    if (!Array.isArray(posted)) throw new Error(failed(platform, tried, "the answer is not a list"));
    const found = posted.find((one) => String(one?.body).startsWith(marker));
    if (found !== undefined) return Number(found.id);
    if (posted.length < pageSize) return undefined;
  }
  return undefined;
}

/** The answer to a request, parsed; undefined if it is not JSON. */
async function answer(
  platform: Platform,
  tried: string,
  send: Send,
  method: string,
  path: string,
  body?: string,
): Promise<unknown> {
  const headers = { ...platform.headers, ...(body !== undefined && { "content-type": "application/json" }) };
  const { status, text } = await send(method, path, headers, body).catch((error: Error) => {
    throw new Error(failed(platform, tried, error.message));
  });
  const json = parsed(text);
  if (status >= 200 && status < 300) return json;
  const { message, error } = (json ?? {}) as Readonly<Record<string, unknown>>;
  const words = [message, error].find((each) => typeof each === "string");
  const reported = words === undefined ? "" : `: ${shortened(oneLine(String(words)), 300)}`;
  throw new Error(
    `${failed(platform, tried, `the answer is ${status}${reported}`)} ${platform.advice(status)}`.trim(),
  );
}

function failed({ name, token }: Platform, tried: string, why: string): string {
  return `Cannot ${tried} on ${printable(name)}: ${why.replaceAll(token, "…")}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
