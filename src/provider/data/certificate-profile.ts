import { certificateProfile } from "../certificate-profile";
import { equals, matches } from "./filters";
import { kindTable } from "./kind-table";

/** Certificate profiles as data sources. */
export const certificateProfileData = kindTable({
  kind: "certificate_profile",
  managed: certificateProfile,
  computed: {},
  key: "name",
  filters: { name_pattern: matches("name"), is_default: equals("is_default") },
});
