import type { IncomingMessage } from "node:http";
import { post } from "../../../service/post";

/** The variable with the signing secret. Other users of the machine can read command lines. */
export const secretVariable = "RBLMONITOR_WEBHOOK_SECRET";

/**
 * The signing secret of the endpoint.
 * @throws Error that names the variable
 */
export function requiredSecret(env: NodeJS.ProcessEnv, otherwise = ""): string {
  const secret = env[secretVariable];
  if (secret) return secret;
  throw new Error(
    `No signing secret is set. Set ${secretVariable} to the secret that the account's portal shows for the endpoint${otherwise}.`,
  );
}

/** Posts a body. @throws Error without an answer within 30 seconds, or when the signal is aborted */
export function postWithin(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const ended = AbortSignal.any([AbortSignal.timeout(30_000), ...(signal ? [signal] : [])]);
  return post(url, headers, body, ended);
}

/** Why a request had no answer. */
export function unreachableReason(thrown: unknown): string {
  const { name, message, code, cause } = thrown as NodeJS.ErrnoException;
  if (name !== "AbortError") return code ?? message;
  const isLate = (cause as Error | undefined)?.name === "TimeoutError";
  return isLate ? "no answer within 30 seconds" : "no answer until the end";
}
