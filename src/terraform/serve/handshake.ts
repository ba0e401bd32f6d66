import type { Address } from "./listen";

const COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";
const COOKIE_VALUE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The version of go-plugin's own handshake. */
const CORE_PROTOCOL = 1;

/** The supported major version of Terraform's provider protocol. */
export const PROVIDER_PROTOCOL = 6;

/** Whether Terraform (or OpenTofu) started this process as a plugin. A convenience for users, not a security check. */
export function isStartedAsPlugin(env: NodeJS.ProcessEnv): boolean {
  return env[COOKIE_NAME] === COOKIE_VALUE;
}

/** The environment variables that start a process as a plugin. */
export function pluginEnvironment(): Readonly<Record<string, string>> {
  return { [COOKIE_NAME]: COOKIE_VALUE, PLUGIN_PROTOCOL_VERSIONS: String(PROVIDER_PROTOCOL) };
}

/** The message for a user who starts the plugin manually. */
export function notStartedAsPlugin(name: string, version: string): string {
  return (
    `${name} ${version} is a Terraform plugin, and cannot run by itself.\n` +
    "Add it to required_providers and run terraform. To attach a debugger, start it with --debug.\n"
  );
}

/**
 * The handshake line, which contains the address for Terraform to connect to:
 * `core protocol|provider protocol|network|address|grpc|certificate`.
 *
 * @param certificate the server's certificate (DER). Without it the last field must be empty:
 *   Terraform panics on a certificate that it did not request.
 */
export function handshakeLine(address: Address, certificate?: Buffer): string {
  const unpadded = certificate?.toString("base64").replace(/=+$/, "") ?? "";
  return [CORE_PROTOCOL, PROVIDER_PROTOCOL, address.network, address.address, "grpc", unpadded].join("|");
}
