import { Construct } from "constructs";
import { CertificateMonitor } from "rblmonitor/cdktn";
import type { CertificateProfiles } from "./certificate-profiles";
import type { ContactGroups } from "./contact-groups";
import { declared } from "./declared";

/** Declares the certificate monitors, each under its name in Terraform. */
export function declareCertificateMonitors(
  scope: Construct,
  contactGroups: ContactGroups,
  certificateProfiles: CertificateProfiles,
) {
  return declared(new Construct(scope, "certificate_monitors"), CertificateMonitor, {
    mail_mail_example_com_imaps: {
      hostname: "mail.example.com",
      protocol: "imaps",
      name: "Mail",
      profile: certificateProfiles.certificate_profile_30_14_3_days.id,
      contactGroups: [contactGroups.default.id],
    },
    mail_mail_example_com_smtp: {
      hostname: "mail.example.com",
      protocol: "smtp",
      name: "Mail",
      profile: certificateProfiles.certificate_profile_30_14_3_days.id,
      contactGroups: [contactGroups.default.id],
    },
    website: {
      hostname: "www.example.com",
      protocol: "https",
      name: "Website",
      profile: certificateProfiles.certificate_profile_30_14_3_days.id,
      contactGroups: [contactGroups.default.id],
    },
  });
}
