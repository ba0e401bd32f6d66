import type { Address } from "./listen";

const cookieName = "TF_PLUGIN_MAGIC_COOKIE";
const cookieValue = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The version of go-plugin's own handshake. */
const coreProtocol = 1;

/** The supported major version of Terraform's provider protocol. */
export const providerProtocol = 6;

/** Whether Terraform (or OpenTofu) started this process as a plugin. A convenience for users, not a security check. */
export function isStartedAsPlugin(env: NodeJS.ProcessEnv): boolean {
  return env[cookieName] === cookieValue;
}

/** The environment variables that start a process as a plugin. */
export function pluginEnvironment(): Readonly<Record<string, string>> {
  return { [cookieName]: cookieValue, PLUGIN_PROTOCOL_VERSIONS: String(providerProtocol) };
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
  return [coreProtocol, providerProtocol, address.network, address.address, "grpc", unpadded].join("|");
}
