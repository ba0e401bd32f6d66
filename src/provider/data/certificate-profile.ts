import { certificateProfile } from "../certificate-profile";
import { being, like } from "./filters";
import { kindTable } from "./kind-table";

/** Certificate profiles as data sources. */
export const certificateProfileData = kindTable({
  kind: "certificate_profile",
  managed: certificateProfile,
  facts: {},
  key: "name",
  filters: { name_pattern: like("name"), is_default: being("is_default") },
});
