import { PROVIDER_PROTOCOL } from "./handshake";
import type { Address } from "./listen";

/** Whether the plugin runs in debug mode: for a Terraform that did not start it. */
export function isDebugMode(argv: readonly string[]): boolean {
  return argv.some((argument) => argument === "--debug" || argument === "-debug");
}

/** The default registry hosts of Terraform and OpenTofu. Each ignores the other's. */
const REGISTRIES = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * The message for the developer, with the environment variable that makes Terraform or OpenTofu use a running plugin.
 *
 * @param name the provider's full address, as in `registry.terraform.io/rblmonitor/rblmonitor`
 */
export function reattachMessage(name: string, address: Address, pid: number): string {
  const plugin = {
    Protocol: "grpc",
    ProtocolVersion: PROVIDER_PROTOCOL,
    Pid: pid,
    // With this mark, Terraform does not end the plugin, and requests no certificate.
    Test: true,
    Addr: { Network: address.network, String: address.address },
  };
  const [host = "", ...path] = name.split("/");
  const hosts = REGISTRIES.includes(host) ? REGISTRIES : [host];
  const reattach = Object.fromEntries(hosts.map((each) => [[each, ...path].join("/"), plugin]));
  return [
    "The provider is running. Set this where you run terraform or tofu, and end the provider with Ctrl-C:",
    "",
    `\tTF_REATTACH_PROVIDERS='${JSON.stringify(reattach)}'`,
    "",
  ].join("\n");
}
