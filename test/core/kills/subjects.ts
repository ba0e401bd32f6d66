import type { Emulator } from "../../../src/emulator/emulator";
import type { ApiVersion } from "../../../src/service/api-version";
import { kinds } from "../../../src/service/kinds";
import type { Configuration } from "../configuration";
import { addressOf, type Declaration, declared, type Slot, slots } from "../walks/declarations";

/** A resource whose every write is killed: one of each kind, and a subnet in each form. */
export interface Subject {
  readonly title: string;
  readonly slot: Slot;
  /** How the service stores a subnet. */
  readonly form: "flat" | "parent-and-children";
  /** How many objects of the account it manages. */
  readonly objects: number;
  /** The values it is created with, where they are not the plainest. */
  readonly made: Readonly<Record<string, number>>;
}

/** The last write of a life; those before it are undisturbed. */
export type Operation = "create" | "create paused" | "update" | "pause" | "resume" | "replace" | "destroy";

const subnet = { host: 3, tags: 1 };

export function subjects(version: ApiVersion): readonly Subject[] {
  return slots[version]
    .filter(({ number }) => number === 0)
    .flatMap((slot) => {
      const one = { title: kinds[slot.kind].title, slot, form: "flat", objects: 1, made: {} } as const;
      if (slot.kind !== "host") return [one];
      return [
        one,
        { ...one, title: "subnet of separate hosts", objects: 4, made: subnet },
        {
          ...{ ...one, title: "subnet with a parent", form: "parent-and-children", objects: 5, made: subnet },
        } as const,
      ];
    });
}

export function operations({ slot }: Subject): readonly Operation[] {
  return kinds[slot.kind].pausable
    ? ["create", "create paused", "update", "pause", "resume", "replace", "destroy"]
    : ["create", "update", "replace", "destroy"];
}

/** The operations that come before, undisturbed. */
export function before(operation: Operation): readonly Operation[] {
  if (operation.startsWith("create")) return [];
  return operation === "resume" ? ["create paused"] : ["create"];
}

/** The configuration that the operation applies. */
export function configurationOf(
  { slot, made }: Subject,
  operation: Operation,
  service: Emulator,
  provider: Readonly<Record<string, unknown>>,
): Configuration {
  if (operation === "destroy") return { resources: {}, provider };
  const chosen = {
    ...made,
    ...(operation === "update" && changed(slot)),
    ...((operation === "pause" || operation === "create paused") && { paused: 1 }),
  };
  const declaration: Declaration = { slot, name: "it", chosen, createBeforeDestroy: false };
  return { resources: { [addressOf(declaration)]: declared(declaration, [declaration], service) }, provider };
}

function changed({ attributes }: Slot): Readonly<Record<string, number>> {
  return "name" in attributes ? { name: 1 } : "schedule" in attributes ? { schedule: 1 } : { type: 1 };
}
