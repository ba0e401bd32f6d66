import type { Field } from "../../../src/service/field";
import { type Kind, kindNames, kinds } from "../../../src/service/kinds";
import { accepted, attributeOf, declared, existing, type Refer, values } from "../../objects";
import type { TestAccount } from "../account";
import type { Facet, Fixtures, Life } from "./life";

type Facets = Readonly<Record<string, Facet>>;

/** The parts of a kind's life that do not follow from the rules of its fields. */
interface Special {
  /** Attributes that the service decides for a new object, in addition to its SID. */
  readonly computed?: readonly string[];
  /** Facets that are other or further ones. */
  readonly facets?: (facets: Facets, refer: Refer) => Facets;
}

const specials: { readonly [K in Kind]?: Special } = {
  host: {
    computed: ["members"],
    facets: ({ host }) => ({ host: { ...(host as Facet), along: { drift: ["members"] } } }),
  },
  monitoring_profile: {
    facets: (_facets, refer) => {
      const drifted = { sync_method: "stay_in_sync" };
      const [first, second, third] = [1, 2, 3].map((n) => refer("source", n));
      return {
        entries: {
          attribute: "entries",
          first: [first],
          second: [first, second],
          drifted: { entries: [third] },
        },
        selection: {
          attribute: "entries",
          first: undefined,
          second: [first],
          along: { update: ["sync_method"], drift: ["sync_method"] },
          drifted,
        },
        sync_method: {
          attribute: "sync_method",
          first: "stay_in_sync",
          second: "use_my_selections",
          along: { update: ["entries"], drift: ["entries"] },
          drifted,
        },
      };
    },
  },
  certificate_profile: {
    // The default one cannot be deleted (docs/design/open-points.md#9).
    facets: ({ is_default }) => ({ is_default: { ...(is_default as Facet), drifts: "before-destroy" } }),
  },
  contact: { computed: ["schedule"] },
};

/** The lives of all kinds: create, change, drift, repair, import, loss, destroy. */
export const lives: readonly Life[] = kindNames.map(lifeOf);

function lifeOf(kind: Kind): Life {
  const { computed = [], facets } = specials[kind] ?? {};
  // Terraform replaces a contact whose args change, and the service does not return them.
  const fields = Object.entries(accepted(kind)).filter(([name]) => name !== "args");
  const isPausable = kinds[kind].pausable;
  const defaults = fields.flatMap(([name, { rule, presence, defaultValue }]) => {
    if (presence === "optional") return [[name, rule.empty]];
    return presence === "defaulted" ? [[name, defaultValue]] : [];
  });
  return {
    type: kind,
    computed: ["id", ...computed],
    required: (number, refer) => declared(kind, 100 + number, refer),
    facets(refer) {
      const own = fields.map(([name, field]) => facetsOf(kind, name, field, refer));
      const all: Facets = Object.assign({}, ...own, isPausable ? pausing : {});
      return { ...all, ...facets?.(all, refer) };
    },
    omitted: { ...Object.fromEntries(defaults), ...(isPausable && { paused: false }) },
  };
}

const pausing: Facets = {
  paused: { attribute: "paused", first: undefined, second: true, drifted: { paused: false } },
  resumed: { attribute: "paused", first: true, second: undefined, drifted: { paused: true } },
};

function facetsOf(kind: Kind, name: string, field: Field, refer: Refer): Facets {
  const attribute = attributeOf(kind, name);
  const [first, second, third] = values(kind, name, refer);
  if (name === "is_default") {
    const driftOf = refer(kind, 1);
    return { [name]: { attribute, first: false, second: true, driftOf, drifted: { is_default: true } } };
  }
  if (field.rule.type === "flag") {
    const { defaultValue } = field;
    return {
      [name]: { attribute, first: undefined, second: !defaultValue, drifted: { [name]: defaultValue } },
    };
  }
  const facet = { attribute, first, second, drifted: { [name]: third } };
  if (!field.isUpdatable) return { [attribute]: { ...facet, replaces: true } };
  const removed = { [`${attribute}_removed`]: { ...facet, second: undefined } };
  return { [attribute]: facet, ...(field.presence === "optional" && removed) };
}

/** Fills an account with what the lives refer to. */
export function scenery({ service }: Pick<TestAccount, "service">): Fixtures {
  const added = (kind: Kind) => [1, 2, 3].map((n) => service.account.add(kind, { name: `Scenery ${n}` }).id);
  const profiles = added("monitoring_profile");
  const certificateProfiles = added("certificate_profile");
  const groups = added("contact_group");
  const own: { readonly [K in Kind]?: readonly string[] } = {
    monitoring_profile: profiles,
    certificate_profile: certificateProfiles,
    contact_group: groups,
  };
  const others = existing(service);
  return {
    profiles,
    certificateProfiles,
    groups,
    refer: (kind, n) => own[kind]?.[(n - 1) % 3] ?? others(kind, n),
  };
}
