import { Construct } from "constructs";
import { CertificateProfile } from "rblmonitor/cdktn";
import { declared } from "./declared";

/** Declares the certificate profiles, each under its name in Terraform. */
export function declareCertificateProfiles(scope: Construct) {
  return declared(new Construct(scope, "certificate_profiles"), CertificateProfile, {
    certificate_profile_30_14_3_days: {
      name: "30 / 14 / 3 days",
      expirationThresholds: [3, 14, 30],
      alertOnChanges: false,
    },
    public_profile: {
      name: "Public Profile",
      expirationThresholds: [0, 1, 7, 14, 30],
      isDefault: true,
    },
  });
}

export type CertificateProfiles = ReturnType<typeof declareCertificateProfiles>;
