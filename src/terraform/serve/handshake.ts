import type { Address } from "./listen";

const COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";
const COOKIE_VALUE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The version of go-plugin's own handshake. */
const CORE_PROTOCOL = 1;

/** The major version of Terraform's provider protocol that this kit speaks. */
export const PROVIDER_PROTOCOL = 6;

/** Whether Terraform (or OpenTofu) started this process as a plugin. It is a courtesy to people, not a guard. */
export function isStartedAsPlugin(env: NodeJS.ProcessEnv): boolean {
  return env[COOKIE_NAME] === COOKIE_VALUE;
}

/** What a process is to find in its environment to be a plugin: for those who start one. */
export function pluginEnvironment(): Readonly<Record<string, string>> {
  return { [COOKIE_NAME]: COOKIE_VALUE, PLUGIN_PROTOCOL_VERSIONS: String(PROVIDER_PROTOCOL) };
}

/** What to tell someone who started the plugin by hand. */
export function notStartedAsPlugin(name: string, version: string): string {
  return (
    `${name} ${version} is a plugin: Terraform starts it, it does nothing by itself.\n` +
    "Name it under required_providers and run terraform. To attach a debugger, start it with --debug.\n"
  );
}

/**
 * The one line that tells Terraform where to connect:
 * `core protocol|provider protocol|network|address|grpc|certificate`.
 *
 * @param certificate the server's certificate (DER). Without it the last field is empty, and has to be:
 *   Terraform ends with a panic when a certificate comes that it did not ask for.
 */
export function handshakeLine(address: Address, certificate?: Buffer): string {
  const unpadded = certificate?.toString("base64").replace(/=+$/, "") ?? "";
  return [CORE_PROTOCOL, PROVIDER_PROTOCOL, address.network, address.address, "grpc", unpadded].join("|");
}
