import { filledText } from "../../service/rules";
import { foldCase, patternMatcher } from "../../service/wildcards";
import {
  type Attribute,
  type Attributes,
  type Diagnostics,
  type ObjectValue,
  type Shape,
  string,
  type Value,
} from "../../terraform";
import { shapeOf } from "../shapes";

/** An argument that filters a list of objects by one attribute. */
export interface Filter {
  /** The attribute that is compared. */
  readonly of: string;
  /** The argument's shape, for that attribute. */
  shape(attribute: Attribute): Shape<unknown>;
  readonly description: string;
  /** Prepares the argument's value once, for all objects. */
  accepts(wanted: Value): (value: Value) => boolean;
}

/** Filters by the name of their argument. */
export type Filters = Readonly<Record<string, Filter>>;

/** The attribute has this value, case-insensitively. @param values the known values, as a phrase */
export function equals(of: string, values?: string): Filter {
  return {
    of,
    shape: (attribute) => attribute.parts.shape,
    description: `Filters by \`${of}\`${values === undefined ? "" : `: ${values}`}.`,
    accepts: (wanted) => {
      const folded = folding(wanted);
      return (value) => folding(value) === folded;
    },
  };
}

/**
 * The attribute is a set that contains this element.
 * @param normalForm the API's spelling of an element
 */
export function contains(
  of: string,
  normalForm: (text: string) => string = (text) => text.normalize(),
): Filter {
  return {
    of,
    shape: (attribute) => attribute.parts.shape.parts.element ?? string(),
    description: `Filters by one of the \`${of}\`.`,
    accepts: (wanted) => {
      const element = normalForm(String(wanted));
      return (value) => Array.isArray(value) && value.some((each) => normalForm(String(each)) === element);
    },
  };
}

/** The attribute matches this pattern. */
export function matches(of: string): Filter {
  return {
    of,
    shape: () => shapeOf(filledText),
    description: `Filters by a pattern for \`${of}\`: \`*\` matches any text, case-insensitively.`,
    accepts: (wanted) => {
      const matches = patternMatcher(String(wanted), { questionMarks: false });
      return (value) => typeof value === "string" && matches(value);
    },
  };
}

/** The arguments of those filters, for objects with the given attributes. */
export function filterAttributes(filters: Filters, attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, { of, shape, description }]) => {
      const attribute = attributes[of];
      return attribute === undefined ? [] : [[name, shape(attribute).optional(description)]];
    }),
  );
}

/** The filters that a configuration sets, for objects that arrive one after another. */
export class Filtering {
  readonly #active;

  constructor(filters: Filters, config: Readonly<Record<string, unknown>>) {
    this.#active = Object.entries(filters).flatMap(([name, { of, accepts }]) => {
      const value = (config[name] ?? null) as Value;
      return value === null ? [] : [{ name, of, accepts: accepts(value), compared: 0, unreported: 0 }];
    });
  }

  /** Whether the object matches all filters. */
  matches(object: ObjectValue): boolean {
    return this.#active.every((filter) => {
      const value = object[filter.of] ?? null;
      filter.compared += 1;
      if (object[filter.of] === null) filter.unreported += 1;
      return filter.accepts(value);
    });
  }

  /** Warns of each filter whose attribute the API did not return. */
  warn(diagnostics: Diagnostics): void {
    for (const { name, of, compared, unreported } of this.#active) {
      if (unreported === 0) continue;
      diagnostics.warning(
        `Incomplete filter ${name}`,
        `The API did not return ${of} for ${unreported} of ${compared} objects. The result excludes them. Remove ${name} to include them.`,
        [{ attribute: name }],
      );
    }
  }
}

function folding(value: Value): Value {
  return typeof value === "string" ? foldCase(value).join("") : value;
}
