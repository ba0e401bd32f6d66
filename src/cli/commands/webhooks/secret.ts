/** The variable that holds the signing secret: what is on a command line, everybody on the machine can read. */
export const secretVariable = "RBLMONITOR_WEBHOOK_SECRET";

/** The signing secret of the endpoint, or undefined if there is none. */
export function signingSecret(env: NodeJS.ProcessEnv): string | undefined {
  return env[secretVariable] || undefined;
}

/**
 * The signing secret of the endpoint.
 * @throws Error that names the variable
 */
export function neededSecret(env: NodeJS.ProcessEnv, otherwise = ""): string {
  const secret = signingSecret(env);
  if (secret !== undefined) return secret;
  throw new Error(
    `Which signing secret? Set ${secretVariable} to the one that the account's portal shows for the endpoint${otherwise}.`,
  );
}
