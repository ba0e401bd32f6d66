import { keptAsNamed, type Life } from "./life";

export const source: Life = {
  type: "source",
  computed: ["id"],
  required: (_name, number) => ({ host: `bl-${number}.example.net`, type: "rbl" }),
  facets: () => ({
    host: {
      attribute: "host",
      first: "bl-a.example.net",
      second: "bl-b.example.net",
      drifted: { host: "bl-c.example.net" },
    },
    type: { attribute: "type", first: "rbl", second: "uribl", drifted: { type: "rbl_v6" } },
    custom_codes: {
      attribute: "custom_codes",
      first: ["127.0.0.2"],
      second: ["127.0.0.2", "127.0.0.3"],
      drifted: { custom_codes: ["127.0.0.9"] },
    },
    custom_codes_removed: {
      attribute: "custom_codes",
      first: ["127.0.0.2"],
      second: undefined,
      drifted: { custom_codes: ["127.0.0.4"] },
    },
    paused: { attribute: "paused", first: undefined, second: true, drifted: { paused: false } },
    resumed: { attribute: "paused", first: true, second: undefined, drifted: { paused: true } },
  }),
  omitted: { custom_codes: [], paused: false },
  kept: keptAsNamed,
};
