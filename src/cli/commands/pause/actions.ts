import { kinds, type PausableKind } from "../../../service/kinds";
import { kindNames } from "../../account/kinds";

/** What can be done to objects of some kinds. */
export type Action = "pause" | "resume";

/** The kinds whose objects can be paused (api-4.0, States). */
export const pausableKinds = kindNames.filter((kind): kind is PausableKind => kinds[kind].pausable);
