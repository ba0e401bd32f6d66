import { patternMatcher } from "../../service/wildcards";
import {
  type Attribute,
  type Attributes,
  type Diagnostics,
  type ObjectValue,
  type Shape,
  string,
  type Value,
} from "../../terraform";
import { notEmpty } from "../shapes";

/** An argument that keeps some of the objects of a list: those of which one attribute is as it says. */
export interface Filter {
  /** The attribute of the objects that is looked at. */
  readonly of: string;
  /** What the argument takes, where the objects have that attribute. */
  shape(attribute: Attribute): Shape<unknown>;
  /** How the argument and the attribute are to be to each other, in words behind the attribute's name. */
  readonly condition: string;
  /** Prepares the argument's value once, for all objects that are looked at. */
  accepts(asked: Value): (value: Value) => boolean;
}

/** Filters by the name of their argument. */
export type Filters = Readonly<Record<string, Filter>>;

/** The attribute has this value. Letter case means nothing. */
export function equals(of: string): Filter {
  return {
    of,
    shape: (attribute) => attribute.parts.shape,
    condition: "is this",
    accepts: (asked) => {
      const wanted = folded(asked);
      return (value) => folded(value) === wanted;
    },
  };
}

/**
 * The attribute is a set that has this element.
 * @param spelled the service's spelling of what a person may write otherwise
 */
export function contains(of: string, spelled: (text: string) => string = (text) => text): Filter {
  return {
    of,
    shape: (attribute) => attribute.parts.shape.parts.element ?? string(),
    condition: "hold this",
    accepts: (asked) => {
      const wanted = spelled(String(asked));
      return (value) => Array.isArray(value) && value.includes(wanted);
    },
  };
}

/** The attribute is a text that matches this pattern. */
export function matches(of: string): Filter {
  return {
    of,
    shape: () => notEmpty(),
    condition: "matches this pattern; `*` in it stands for any text, and letter case means nothing",
    accepts: (asked) => {
      const matches = patternMatcher(String(asked), { questionMarks: false });
      return (value) => typeof value === "string" && matches(value);
    },
  };
}

/** The arguments of those filters, for objects of the given attributes. */
export function filterAttributes(filters: Filters, attributes: Attributes, plural: string): Attributes {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, { of, shape, condition: words }]) => {
      const attribute = attributes[of];
      const description = `Only ${plural} whose \`${of}\` ${words}. Unset: all.`;
      return attribute === undefined ? [] : [[name, shape(attribute).optional(description)]];
    }),
  );
}

/** The objects that all filters keep. What a filter asks about and the service does not tell is warned of. */
export function filtered<T extends ObjectValue>(
  objects: readonly T[],
  filters: Filters,
  config: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
): readonly T[] {
  const filtering = new Filtering(filters, config);
  const kept = objects.filter((object) => filtering.keeps(object));
  filtering.warn(diagnostics);
  return kept;
}

/** The filters that a configuration sets, for objects that come one after the other. */
export class Filtering {
  private readonly asked: {
    readonly name: string;
    readonly of: string;
    readonly accepts: (value: Value) => boolean;
    looked: number;
    unreported: number;
  }[];

  constructor(filters: Filters, config: Readonly<Record<string, unknown>>) {
    this.asked = Object.entries(filters).flatMap(([name, { of, accepts }]) => {
      const value = (config[name] ?? null) as Value;
      return value === null ? [] : [{ name, of, accepts: accepts(value), looked: 0, unreported: 0 }];
    });
  }

  /** Whether all filters keep the object. */
  keeps(object: ObjectValue): boolean {
    return this.asked.every((filter) => {
      const value = object[filter.of] ?? null;
      filter.looked += 1;
      if (object[filter.of] === null) filter.unreported += 1;
      return filter.accepts(value);
    });
  }

  /** Warns of each filter that asks about what the service did not return. */
  warn(diagnostics: Diagnostics): void {
    for (const { name, of, looked, unreported } of this.asked) {
      if (unreported === 0) continue;
      diagnostics.warning(
        `${of} is not known`,
        `Of ${unreported} of ${looked} objects the service does not tell ${of}. They are left out, since ${name} asks for it.`,
        [{ attribute: name }],
      );
    }
  }
}

function folded(value: Value): Value {
  return typeof value === "string" ? value.toLowerCase() : value;
}
