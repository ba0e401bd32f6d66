import type { Kind } from "../../../src/service/kinds";
import type { TestAccount } from "../account";
import { certificateMonitor } from "./certificate-monitor";
import { certificateProfile } from "./certificate-profile";
import { contact } from "./contact";
import { contactGroup } from "./contact-group";
import { host } from "./host";
import type { Fixtures, Life } from "./life";
import { monitoringProfile } from "./monitoring-profile";
import { source } from "./source";

/** The life of each kind: create, change, drift, repair, import, loss, destroy. */
const byKind: Readonly<Record<Kind, Life>> = {
  contact_group: contactGroup,
  monitoring_profile: monitoringProfile,
  host,
  source,
  certificate_profile: certificateProfile,
  certificate_monitor: certificateMonitor,
  contact,
};

/** The lives of all kinds. */
export const lives: readonly Life[] = Object.values(byKind);

/** Fills an account with what the lives refer to. */
export function scenery({ service }: Pick<TestAccount, "service">): Fixtures {
  const three = [1, 2, 3];
  return {
    profiles: three.map((n) => service.account.add("monitoring_profile", { name: `Profile ${n}` }).id),
    certificateProfiles: three.map(
      (n) => service.account.add("certificate_profile", { name: `Certificates ${n}` }).id,
    ),
    groups: three.map((n) => service.account.add("contact_group", { name: `Group ${n}` }).id),
    sources: service.account
      .objects("source")
      .slice(0, 3)
      .map(({ id }) => id),
  };
}
