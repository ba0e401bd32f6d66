import { byApiVersion } from "./api-version";
import { reference, resource } from "./resource-block";

/** Additional reads of a new fleet: with version 3.0, an add of a group or a profile returns only the SID. */
export const readBack = byApiVersion({ "4.0": 0, "3.0": 2 });

/** What the resources of a fleet's hosts are called. */
export function partNames(parts: number): readonly string[] {
  return Array.from({ length: parts }, (_, part) => (part === 0 ? "fleet" : `fleet_${part}`));
}

/**
 * A group, a profile and that many hosts, whose names begin with that of the fleet.
 * @param parts the number of resources over which the hosts are spread evenly; the time of Terraform's plan grows with the
 *   square of the size of a resource
 */
export function fleet(count: number, name = "mail", parts = 1): string {
  const size = count / parts;
  return [
    resource("contact_group", "ops", { name: `Operations of ${name}` }),
    resource("monitoring_profile", "fleet", { name: `Profile of ${name}`, frequency: "weekly" }),
    ...partNames(parts).map((partName, part) =>
      resource("host", partName, {
        count: reference(`${size}`),
        host: reference(`"${name}-\${count.index + ${part * size}}.example.com"`),
        name: reference(`"${name} \${count.index + ${part * size}}"`),
        profile: reference("rblmonitor_monitoring_profile.fleet.id"),
        contact_groups: [reference("rblmonitor_contact_group.ops.id")],
      }),
    ),
  ].join("");
}
