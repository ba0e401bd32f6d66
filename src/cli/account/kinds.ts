import { type Kind, kinds } from "../../service/kinds";

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as Kind[];

/** The documented statuses of contacts (api-4.0, States). */
export const contactStatuses = ["active", "paused", "pending"] as const;
