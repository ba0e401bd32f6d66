import { reference, resource } from "./resource-block";
import { bySpokenVersion } from "./spoken-version";

/** Reads that a fleet costs besides, once: an add of version 3.0 tells the SID of a group or a profile, and nothing else. */
export const readBack = bySpokenVersion({ "4.0": 0, "3.0": 2 });

/** A group, a profile and that many hosts, whose names begin with that of the fleet. */
export function fleet(count: number, name = "mail"): string {
  return [
    resource("contact_group", "ops", { name: `Operations of ${name}` }),
    resource("monitoring_profile", "fleet", { name: `Profile of ${name}`, frequency: "weekly" }),
    resource("host", "fleet", {
      count: reference(`${count}`),
      host: reference(`"${name}-\${count.index}.example.com"`),
      name: reference(`"${name} \${count.index}"`),
      profile: reference("rblmonitor_monitoring_profile.fleet.id"),
      contact_groups: [reference("rblmonitor_contact_group.ops.id")],
    }),
  ].join("");
}
