import type { Screen } from "../../output/terminal";
import { counted } from "../../output/text";
import { textTable } from "../../output/text-table";
import type { Usage, UsedCall } from "./usage";

/** The calls of version 3.0 that were in use, for people. */
export function usageText({ requests, calls }: Usage, screen: Screen): string {
  if (requests === 0) return "No request came.\n";
  const columns = [
    { title: "Call of 3.0", of: ({ call }: UsedCall) => call },
    { title: "Now", of: ({ now }: UsedCall) => now },
    { title: "Program", of: ({ program }: UsedCall) => program },
    { title: "Requests", of: (used: UsedCall) => used.requests },
    { title: "Failed", of: ({ failed }: UsedCall) => failed || null },
    { title: "Last", of: ({ last }: UsedCall) => last },
  ];
  return `${counted(requests, "request")} of version 3.0:\n\n${textTable(columns, calls, screen)}`;
}
