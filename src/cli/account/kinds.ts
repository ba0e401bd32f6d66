import { type Kind, kinds, type PausableKind } from "../../service/kinds";

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as Kind[];

/** The kinds whose objects can be paused (api-4.0, States). */
export const pausableKinds = kindNames.filter((kind): kind is PausableKind => kinds[kind].pausable);

/** The documented statuses of contacts (api-4.0, States). */
export const contactStatuses = ["active", "paused", "pending"] as const;
