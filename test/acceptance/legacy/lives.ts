import type { Kind } from "../../../src/service/kinds";
import { isLegacyKind, type LegacyKind } from "../../../src/service/legacy/kinds";
import { acceptedLegacy, fieldOf } from "../../objects";
import type { Facet, Life } from "../lives/life";
import { lives } from "../lives/lives";

type Facets = Readonly<Record<string, Facet>>;

/** What is different over version 3.0 in the life of a kind. */
interface Difference extends Pick<Life, "unreported"> {
  /** Facets in which something is otherwise. */
  changed?(facets: Facets, ...scenery: Parameters<Life["facets"]>): Readonly<Record<string, Partial<Facet>>>;
}

const differences: { readonly [K in LegacyKind]?: Difference } = {
  monitoring_profile: {
    // Version 3.0 returns neither the frequency nor the sync_method of a profile (docs/design/api-3.0.md#resources).
    unreported: ({ attribute }) =>
      ["entries", "sync_method"].includes(attribute) ? ["frequency", "sync_method"] : ["frequency"],
    changed: () => ({
      frequency: { drifted: { name: "Post" }, seen: ["name"] },
      selection: { drifted: { name: "Post" }, seen: ["name"], along: { update: ["sync_method"] } },
      sync_method: { drifted: { name: "Post" }, seen: ["name"], along: { update: ["entries"] } },
    }),
  },
  host: {
    // A new host takes one group.
    changed: (_facets, refer) => ({ contact_groups: { second: [refer("contact_group", 2)] } }),
  },
  source: {
    // Version 3.0 does not return whether a source is paused.
    unreported: ({ attribute, second }) => (attribute === "paused" && second === true ? ["paused"] : []),
    changed: () => ({
      paused: { drifted: { host: "bl-x.example.net" }, seen: ["host"] },
      resumed: { drifted: { host: "bl-y.example.net" }, seen: ["host"] },
      // Version 3.0 neither takes nor shows a type for IPv6.
      type: { second: "uribl", drifted: { type: "rbl" } },
    }),
  },
  contact: { changed: () => ({ contact: { replaces: true } }) },
};

/** The lives of the kinds that version 3.0 knows, as it lets them live. */
export const legacyLives: readonly Life[] = lives.flatMap((life) => {
  const { type } = life;
  return isLegacyKind(type) ? [legacyLife(life, differences[type] ?? {})] : [];
});

function legacyLife(life: Life, { changed, unreported }: Difference): Life {
  return {
    ...life,
    ...(unreported && { unreported }),
    facets(scenery) {
      const facets = life.facets(scenery);
      const changes = changed?.(facets, scenery) ?? {};
      return Object.fromEntries(
        Object.entries(facets)
          .filter(([, { attribute }]) => attribute === "paused" || isSupported(life.type, attribute))
          .map(([name, facet]) => [name, { ...facet, ...changes[name] }]),
      );
    },
  };
}

function isSupported(kind: Kind, attribute: string): boolean {
  return fieldOf(kind, attribute) in acceptedLegacy(kind);
}
