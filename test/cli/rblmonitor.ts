import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import timers from "node:timers/promises";
import { Script } from "node:vm";
import { longestWait } from "../acceptance/fast-clock";

/** The built command. */
const built = resolve("dist/cli/rblmonitor");

/** How a command is started. */
export interface Where {
  readonly cwd?: string;
  /** All variables that it finds. */
  readonly env?: NodeJS.ProcessEnv;
  /** Its standard input. Default: empty. */
  readonly input?: string | Uint8Array;
  /** A process of its own, for tests about processes. Default: it is called in the test's process, which is ten times as fast. */
  readonly spawned?: boolean;
}

/** How a command ended. */
export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Printed = { -readonly [stream in "stdout" | "stderr"]: string };

/** A command that runs. */
export interface RunningCommand {
  /** Its output until now. */
  readonly printed: Readonly<Printed>;
  /** Its process, if it has its own. */
  readonly child?: ChildProcess;
  kill(signal: NodeJS.Signals): unknown;
  /** Resolves when either stream contains the text, and rejects when the command ends without it. */
  says(text: string | RegExp): Promise<RegExpMatchArray>;
  readonly ended: Promise<CommandRun>;
}

/** Starts the built command `rblmonitor`. */
export function startRblmonitor(args: readonly string[], where: Where = {}): RunningCommand {
  const printed: Printed = { stdout: "", stderr: "" };
  const heard = new EventEmitter().setMaxListeners(0);
  const hear = (stream: keyof Printed, text: string): void => {
    printed[stream] += text;
    heard.emit("text");
  };
  const { exit, ...started } = (where.spawned ? spawnCommand : callCommand)(args, where, hear);
  const ended = exit.then((code) => ({ code, ...printed }));
  return { ...started, printed, ended, says };

  function says(text: string | RegExp): Promise<RegExpMatchArray> {
    const wanted = typeof text === "string" ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text;
    return new Promise((found, reject) => {
      const look = (): void => {
        const match = wanted.exec(printed.stdout) ?? wanted.exec(printed.stderr);
        if (match !== null) found(match);
      };
      heard.on("text", look);
      look();
      const fail = () => reject(new Error(`It ended without ${text}: ${printed.stdout}${printed.stderr}`));
      void ended.then(fail, reject);
    });
  }
}

type Hear = (stream: keyof Printed, text: string) => void;

/** A command that was started. `exit` is its exit code, null if a signal ended it. */
interface Started extends Pick<RunningCommand, "kill" | "child"> {
  readonly exit: Promise<number | null>;
}

function spawnCommand(args: readonly string[], { cwd, env, input = "" }: Where, hear: Hear): Started {
  const child = spawn(process.execPath, [built, ...args], { cwd, env, stdio: "pipe" });
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => hear(stream, text));
  // It may end before it has read everything.
  child.stdin.on("error", () => undefined).end(input);
  const exit = once(child, "close").then(([code]) => code as number | null);
  return { child, kill: (signal) => child.kill(signal), exit };
}

type Globals = [
  process: object,
  require: (id: string) => unknown,
  module: { exports: Bundled },
  exports: object,
];

/** The exports of src/cli/main.ts. */
interface Bundled {
  readonly ended?: Promise<void>;
}

/** The built command as a function of what would be global to it. Node compiles it once for all tests of a file. */
let bundle: ((...globals: [...Globals, folder: string]) => void) | undefined;

/** A process has one working directory: a command that gets another one waits until those before it have ended. */
let ownFolder: Promise<unknown> = Promise.resolve();

/** The members of `process` that a called command does not share. */
interface Called extends Pick<NodeJS.Process, "argv" | "env" | "exit"> {
  exitCode: number | undefined;
  readonly [member: string]: unknown;
}

/** Runs the built command in this process, with a `process` of its own. Its modules are new, as in a new process. */
function callCommand(args: readonly string[], { cwd, env = {}, input = "" }: Where, hear: Hear): Started {
  const signals = new EventEmitter();
  let end: (code: number | null) => void = () => undefined;
  let hasEnded = false;
  const exit = new Promise<number | null>((resolve) => {
    end = (code) => {
      hasEnded = true;
      resolve(code);
    };
  });
  const output = (stream: keyof Printed) =>
    new Writable({
      write(chunk: Buffer, _, done) {
        if (!hasEnded) hear(stream, chunk.toString());
        done();
      },
    });
  const called: Called = {
    argv: [process.execPath, built, ...args],
    env,
    exitCode: undefined,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: output("stdout"),
    stderr: output("stderr"),
    on: signals.on.bind(signals),
    once: signals.once.bind(signals),
    off: signals.off.bind(signals),
    removeAllListeners: signals.removeAllListeners.bind(signals),
    // A command that an interrupt ended sends it to itself again at its end.
    kill: () => end(null),
    exit(code): never {
      end(Number(code ?? called.exitCode ?? 0));
      throw new Error(`The command called process.exit(${code}).`);
    },
  };
  const own = Object.create(process, Object.getOwnPropertyDescriptors(called)) as Called;
  const run = async (): Promise<void> => {
    const { ended } = evaluated(own);
    await ended;
    end(own.exitCode ?? 0);
  };
  if (cwd === undefined) void run();
  else
    ownFolder = ownFolder.then(async () => {
      const before = process.cwd();
      process.chdir(cwd);
      try {
        await Promise.race([run(), exit]);
      } finally {
        process.chdir(before);
      }
    });
  const kill = (signal: NodeJS.Signals) => signals.emit(signal) || end(null);
  return { kill, exit };
}

/** Evaluates the bundle with that `process`. */
function evaluated(own: object): Bundled {
  bundle ??= compiled();
  const load = createRequire(built);
  const module: { exports: Bundled } = { exports: {} };
  const replaced: Readonly<Record<string, unknown>> = { process: own, "timers/promises": shortTimers };
  const required = (id: string): unknown => replaced[id.replace("node:", "")] ?? load(id);
  bundle(own, required, module, module.exports, dirname(built));
  return module.exports;
}

/** A called command hardly waits before it repeats a request, or asks again how a check is going. */
const shortTimers: typeof timers = {
  ...timers,
  setTimeout: (delay, ...rest) => timers.setTimeout(Math.min(delay ?? 0, longestWait), ...rest),
};

function compiled(): NonNullable<typeof bundle> {
  const code = readFileSync(built, "utf8").replace(/^#!.*/, "");
  const text = `(function (process, require, module, exports, __dirname) {${code}\n})`;
  return new Script(text, { filename: built }).runInThisContext();
}
