import type { CommandOutput } from "./terraform-messages";

interface Message {
  readonly type: string;
  readonly hook?: { readonly action?: { readonly addr: string }; readonly message?: string };
}

/** What a command with `-json` showed of actions: `start`, `complete` or `errored` with the address, or a line of progress. */
export function actionLines({ text }: CommandOutput): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Message)
    .filter(({ type }) => type.startsWith("action_"))
    .map(({ type, hook }) => hook?.message ?? `${type.replace("action_", "")} ${hook?.action?.addr}`);
}
