/** The variable with the signing secret. Other users of the machine can read command lines. */
export const secretVariable = "RBLMONITOR_WEBHOOK_SECRET";

/** The signing secret of the endpoint, or undefined if there is none. */
export function signingSecret(env: NodeJS.ProcessEnv): string | undefined {
  return env[secretVariable] || undefined;
}

/**
 * The signing secret of the endpoint.
 * @throws Error that names the variable
 */
export function requiredSecret(env: NodeJS.ProcessEnv, otherwise = ""): string {
  const secret = signingSecret(env);
  if (secret !== undefined) return secret;
  throw new Error(
    `No signing secret is set. Set ${secretVariable} to the secret that the account's portal shows for the endpoint${otherwise}.`,
  );
}

/** Posts a body. @throws Error without an answer within 30 seconds, or when the signal is aborted */
export function post(
  url: URL,
  headers: Iterable<[string, string]>,
  body: Uint8Array,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: [...headers],
    body: Buffer.from(body),
    redirect: "manual",
    signal: AbortSignal.any([AbortSignal.timeout(30_000), ...(signal ? [signal] : [])]),
  });
}

/** Why a request had no answer. */
export function unreachableReason(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.name === "TimeoutError") return "no answer within 30 seconds";
  if (error.name === "AbortError") return "no answer until the end";
  // fetch says "fetch failed", and its cause why.
  const { code, message } = (error.cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? error.message;
}
