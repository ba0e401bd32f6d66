import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { builtPlugin } from "../../src/tasks/terraform/workspace";

/** For accounts of which many commands are asked, about what a provider does and not what a process is. */
export const running = { plugin: "running" } as const;

/** A plugin that outlives the commands of terraform. */
export interface RunningPlugin {
  /** What makes terraform connect to it, where it would start plugins. */
  readonly environment: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/**
 * Starts the built plugin once, with `--debug`, for many commands. Each command would otherwise start three to five, which
 * is most of the time that it takes. A provider of its own is made for each connection, so that a command knows no more
 * of the one before it than the state does, and an apply no more of its plan.
 *
 * What a plugin process is besides (its start and its end, mutual TLS, Ctrl-C, its log, its memory) is not in it: for these,
 * and for at least one life of each kind, terraform starts plugins itself.
 *
 * @param env what the plugin is told by the environment
 */
export async function runPlugin(env: NodeJS.ProcessEnv): Promise<RunningPlugin> {
  const plugin = join(builtPlugin(), "terraform-provider-rblmonitor");
  const child = spawn(plugin, ["--debug"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const [, value] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(line) ?? [];
    if (value === undefined) continue;
    return {
      environment: { TF_REATTACH_PROVIDERS: value },
      async end() {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${plugin} --debug did not say how to use it`);
}
