import { shellWord } from "../../output/terminal";

/** Lines for a shell that set variables, whatever their values are. */
export function exportsOf(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${shellWord(value)}\n`)
    .join("");
}

/** Where the control endpoint is, or how to have one. */
export function controlText(url: string | undefined): string {
  return url === undefined
    ? "To see authcodes and the signing secret, or to change the account at run time, start with --control.\n"
    : `Control endpoint: ${url}/ with the account's credentials. ${url}/secrets returns the authcodes of pending contacts and the signing secret.\n`;
}
