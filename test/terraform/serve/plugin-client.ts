import { type ChildProcess, spawn } from "node:child_process";
import { pluginEnvironment } from "../../../src/terraform/serve/handshake";
import { issueCertificate, newKey } from "../../certificates";
import { connectPlugin, type Identity, type PluginClient } from "./grpc-client";

/** A running plugin process, and a client that is connected to it as Terraform is. */
export interface RunningPlugin extends PluginClient {
  readonly process: ChildProcess;
  /** The client that the plugin accepts. */
  readonly identity: Identity;
  /** The first line on standard output. */
  readonly handshake: string;
  /** The plugin's address in the handshake. */
  readonly address: string;
  /** Everything that came so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Settles when the process has ended. */
  readonly exited: Promise<Exit>;
  /** Another client of the same plugin: `undefined` shows no certificate. */
  readonly connect: (identity: Identity | undefined) => PluginClient;
  /** Ends clients and process. */
  readonly stop: () => Promise<Exit>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Command {
  readonly command: string;
  readonly args?: readonly string[];
  /** On top of a plain environment in which a plugin is started; `undefined` takes a variable away. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Starts a plugin as Terraform does, with a P-521 client certificate, and connects to it.
 *
 * @throws Error with standard error, if the plugin ends without a handshake
 */
export async function startPlugin(command: Command): Promise<RunningPlugin> {
  const { process, stdout, stderr, exited } = run(command);
  const identity = terraformIdentity();
  const line = until(() => stdout().includes("\n") && stdout().split("\n", 1)[0]);
  const ended = exited.then((exit) => {
    throw new Error(`The plugin ended with ${exit.code ?? exit.signal}:\n${exit.stderr}`);
  });
  const handshake = await Promise.race([line, ended]);
  ended.catch(() => {});
  const clients: PluginClient[] = [];
  const connect = (as: Identity | undefined) => {
    const client = connectPlugin(handshake, as);
    clients.push(client);
    return client;
  };
  return {
    ...connect(identity),
    process,
    identity,
    handshake,
    address: handshake.split("|")[3] ?? "",
    stdout,
    stderr,
    exited,
    connect,
    stop: async () => {
      for (const client of clients) client.close();
      // SIGKILL would leave the socket behind.
      process.kill("SIGTERM");
      const last = setTimeout(() => process.kill("SIGKILL"), PATIENCE / 4);
      return exited.finally(() => clearTimeout(last));
    },
  };
}

/** Runs a command in a plugin's environment until it ends by itself. */
export async function runToEnd(command: Command): Promise<Exit> {
  return run(command).exited;
}

function run({ command, args = [], env = {} }: Command) {
  const { PATH, HOME, TMPDIR } = process.env;
  const plain = {
    PATH,
    HOME,
    TMPDIR,
    ...pluginEnvironment(),
    PLUGIN_CLIENT_CERT: terraformIdentity().certificate,
  };
  const child = spawn(command, args, { env: { ...plain, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  return { process: child, stdout: () => said.stdout, stderr: () => said.stderr, exited };
}

/** Longer than anything here takes, shorter than jest's patience. */
const PATIENCE = 60_000;

/**
 * Checks a condition repeatedly until it holds.
 *
 * @throws if it does not hold in time
 */
export async function until<Value>(
  condition: () => Value,
): Promise<Exclude<Value, false | undefined | null | "">> {
  const start = Date.now();
  while (Date.now() - start < PATIENCE) {
    const value = condition();
    if (value) return value as Exclude<Value, false | undefined | null | "">;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`This did not come to hold: ${condition}`);
}

let made: Identity | undefined;

/** The identity of the tests' Terraform. */
function terraformIdentity(): Identity {
  made ??= createIdentity();
  return made;
}

/**
 * A key and certificate like those that go-plugin makes.
 * @param ownKey the key of another identity, for a new certificate of that
 */
export function createIdentity(ownKey?: string): Identity {
  const { key, cert } = issueCertificate({ commonName: "localhost", key: ownKey ?? newKey("P-521") });
  return { key, certificate: cert };
}
