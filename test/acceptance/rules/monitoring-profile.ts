import { type KindRules, sid } from "./kind-rules";

export const monitoringProfile: KindRules = {
  refused: [
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
  ],
};
