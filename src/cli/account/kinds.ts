import { type Kind, kinds } from "../../service/kinds";

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as Kind[];

/** The documented statuses of contacts (docs/design/api.md#states). */
export const contactStatuses = ["active", "paused", "pending"] as const;
