import type { Emulator } from "../../src/emulator/emulator";
import type { Kind } from "../../src/service/kinds";

/** SIDs of the objects that every account has. */
export function defaults(service: Emulator) {
  const id = (kind: "monitoring_profile" | "certificate_profile" | "contact_group") =>
    service.account.objects(kind).find((object) => object.is_default)?.id ?? "";
  return {
    profile: id("monitoring_profile"),
    certificateProfile: id("certificate_profile"),
    group: id("contact_group"),
    source: service.account.objects("source")[0]?.id ?? "",
  };
}

/** A body that creates an object of each kind. */
export function createBodies(service: Emulator): Record<Kind, Record<string, string>> {
  const { profile, certificateProfile, group } = defaults(service);
  return {
    host: { host: "192.0.2.1", name: "Mail", profile, contact_group: group, tags: "mail,eu" },
    monitoring_profile: { name: "Fast", frequency: "1_hour" },
    source: { host: "bl.example.org", type: "rbl", custom_codes: "127.0.0.2,127.0.0.3" },
    certificate_monitor: {
      hostname: "www.example.org",
      protocol: "https",
      name: "Shop",
      profile: certificateProfile,
      contact_group: group,
      tags: "shop",
    },
    certificate_profile: { name: "Strict", expiration_thresholds: "30,7" },
    contact: {
      contact: "ops@example.org",
      type: "email",
      schedule: "start_and_end",
      contact_group: group,
    },
    contact_group: { name: "Night shift" },
  };
}
