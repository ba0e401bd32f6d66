import { type Facet, keptAsNamed, type Life } from "./life";

/** What each kind of alert is for a new profile, by the specification's table. */
const alerts = {
  alert_on_expiration: true,
  alert_on_name_mismatch: true,
  alert_on_ca_failure: true,
  alert_on_connection_failure: true,
  alert_on_caa_failure: false,
  alert_on_misconfigurations: true,
  alert_on_changes: true,
};

const alertFacets: Readonly<Record<string, Facet>> = Object.fromEntries(
  Object.entries(alerts).map(([attribute, byDefault]) => [
    attribute,
    { attribute, first: undefined, second: !byDefault, drifted: { [attribute]: byDefault } },
  ]),
);

export const certificateProfile: Life = {
  type: "certificate_profile",
  computed: ["id"],
  required: (name) => ({ name: `Certificates ${name}`, expiration_thresholds: [30, 5] }),
  facets: ({ certificateProfiles: [profile = ""] }) => ({
    name: { attribute: "name", first: "Strict", second: "Very strict", drifted: { name: "Lax" } },
    expiration_thresholds: {
      attribute: "expiration_thresholds",
      first: [30],
      second: [30, 15, 0],
      drifted: { expiration_thresholds: [7] },
    },
    ...alertFacets,
    is_default: {
      attribute: "is_default",
      first: false,
      second: true,
      driftOf: profile,
      drifted: { is_default: true },
      // The default one cannot be deleted (docs/design/open-points.md#9).
      drifts: "before-destroy",
    },
  }),
  omitted: alerts,
  kept: keptAsNamed,
};
