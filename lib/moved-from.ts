import type { TerraformResource } from "cdktf";
import { keepObject, splitInstance } from "./moves";

/**
 * Keeps the object of a resource whose construct had another path, such as a host that leaves a fleet. Writes a `moved` block,
 * which you can remove after the next apply.
 *
 * @param path the former path below the stack, such as `mail/mx1`; an entry of a token was `mail/each["mx1"]`
 * @returns the resource
 *
 * @example
 * ```ts
 * movedFrom(new Host(stack, "relay", { host: "192.0.2.31", name: "relay", ...shared }), "mail/mx1");
 * ```
 */
export function movedFrom<Resource extends TerraformResource>(resource: Resource, path: string): Resource {
  const [place, instance] = splitInstance(path);
  keepObject(resource, place.split("/"), instance);
  return resource;
}
