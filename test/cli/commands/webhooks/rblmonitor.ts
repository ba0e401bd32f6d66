import { type CommandRun, type RunningCommand, startRblmonitor, type Where } from "../../rblmonitor";

const running: RunningCommand[] = [];

/** Ends what a test left running. Give it to `afterEach`. */
export async function endCommands(): Promise<void> {
  for (const command of running.splice(0)) {
    command.kill("SIGTERM");
    await command.ended;
  }
}

/** The secret that commands find in their environment unless they are given another one. */
export const secret = "whsec-5b77";

function start(args: readonly string[], environment: NodeJS.ProcessEnv, where: Where): RunningCommand {
  const env = { ...process.env, RBLMONITOR_WEBHOOK_SECRET: secret, ...environment };
  const command = startRblmonitor(["webhooks", ...args], { ...where, env });
  running.push(command);
  return command;
}

/** Runs the built command `rblmonitor webhooks` to its end. */
export function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input: string | Uint8Array = "",
  where: Where = {},
): Promise<CommandRun> {
  return start(args, environment, { ...where, input }).ended;
}

/** Starts `listen` on a free port, and resolves with its address when it listens. */
export async function listening(
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
  where: Where = {},
): Promise<RunningCommand & { readonly url: string }> {
  const command = start(["listen", "--port", "0", ...args], environment, where);
  const [, url = ""] = await command.says(/Listening on (\S+)/);
  return { ...command, url };
}
