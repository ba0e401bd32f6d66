import { reference } from "../resource-block";
import { type KindRules, sid } from "./kind-rules";

export const monitoringProfile: KindRules = {
  type: "monitoring_profile",
  valid: { name: "Mail", frequency: "1_hour" },
  refused: [
    ["a long name of a profile", "name", { name: "x".repeat(256) }, /1 to 255 characters/],
    ["another frequency", "frequency", { frequency: "hourly" }, /1_hour.*2_weeks\.$/],
    ["a frequency that is null", "frequency", { frequency: null }, /required/],
    ["another sync_method", "sync_method", { sync_method: "manual" }, /stay_in_sync, use_my_selections\.$/],
    [
      "a host among the entries",
      "entries",
      { entries: [sid("RB"), sid("HT")] },
      /must be the SID of a source .*, not that of a host/,
    ],
    ["an entry that is not a SID", "entries", { entries: ["zen.example"] }, /must be the SID of a source/],
    [
      "entries with stay_in_sync",
      "entries",
      { entries: [sid("RB")], sync_method: "stay_in_sync" },
      /Remove entries, or set sync_method/,
    ],
    [
      "no entries at all with stay_in_sync",
      "entries",
      { entries: [], sync_method: "stay_in_sync" },
      /Remove entries/,
    ],
  ],
  accepted: [
    ["a name of one character", { name: "x" }],
    ["entries with use_my_selections", { entries: [sid("RB")], sync_method: "use_my_selections" }],
    ["null entries with stay_in_sync", { entries: null, sync_method: "stay_in_sync" }],
    ...[
      "1_hour",
      "2_hours",
      "3_hours",
      "6_hours",
      "12_hours",
      "24_hours",
      "48_hours",
      "weekly",
      "2_weeks",
    ].map((frequency) => [`the frequency ${frequency}`, { frequency }] as const),
    [
      "a profile of unknown values",
      {
        name: reference("var.unknown"),
        frequency: reference("var.unknown"),
        entries: reference("[var.unknown]"),
        sync_method: reference("var.unknown"),
      },
    ],
  ],
};
