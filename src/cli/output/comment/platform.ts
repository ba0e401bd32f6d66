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

/** One comment, as both platforms return it. */
interface Posted {
  readonly id: number;
  readonly body: string;
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
  const [method, path] =
    existing === undefined ? (["POST", platform.comments] as const) : platform.replace(existing.id);
  const verb = existing === undefined ? "create" : "update";
  await answer(platform, `${verb} the comment`, send, method, path, JSON.stringify({ body }));
  return existing === undefined ? "created" : "updated";
}

async function findComment(platform: Platform, marker: string, send: Send): Promise<Posted | undefined> {
  for (let page = 1; page <= mostPages; page += 1) {
    const path = `${platform.comments}?per_page=${pageSize}&page=${page}`;
    const { text } = await answer(platform, "list the comments", send, "GET", path);
    const posted = commentsIn(text);
    if (posted === undefined)
      throw new Error(failed(platform, "list the comments", "the answer is not a list"));
    const found = posted.find(({ body }) => body.startsWith(marker));
    if (found !== undefined || posted.length < pageSize) return found;
  }
  return undefined;
}

function commentsIn(text: string): Posted[] | undefined {
  const json = parsed(text);
  if (!Array.isArray(json)) return undefined;
  return json.map((one: unknown) => {
    const { id, body } = (one ?? {}) as Partial<Posted>;
    return { id: Number(id), body: typeof body === "string" ? body : "" };
  });
}

async function answer(
  platform: Platform,
  tried: string,
  send: Send,
  method: string,
  path: string,
  body?: string,
): Promise<TransportResponse> {
  const headers = { ...platform.headers, ...(body !== undefined && { "content-type": "application/json" }) };
  const response = await send(method, path, headers, body).catch((error: Error) => {
    throw new Error(failed(platform, tried, error.message));
  });
  const { status, text } = response;
  if (status >= 200 && status < 300) return response;
  const { message, error } = (parsed(text) ?? {}) as Readonly<Record<string, unknown>>;
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
