import type { ObjectValue } from "../values/object-value";
import type { Type } from "../values/type";
import type { Value } from "../values/value";

/**
 * How an attribute gets its value. `optional_computed`: if omitted, the provider sets it. `defaulted`: if omitted, it has the
 * schema's default.
 */
export type Presence = "required" | "optional" | "computed" | "optional_computed" | "defaulted";

/** Reports the findings of a check. */
export interface Report {
  error(detail: string): void;
  warning(detail: string): void;
}

/** Checks a value that is not null and is fully known. */
export type Check<T> = (value: T, report: Report) => void;

/** Attributes by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

interface ShapeParts<T> {
  readonly type: Type;
  readonly element?: Shape<unknown>;
  /** The computed attributes of each object, in a list of nested objects. */
  readonly nested?: { readonly attributes: Attributes };
  readonly checks?: readonly Check<T>[];
  readonly holdsNulls?: boolean;
  readonly normalForm?: (value: T) => T;
  /** Whether the shape is an enumeration. */
  readonly isWord?: boolean;
  /** Whether existing objects may have values that the enumeration lacks, because the service adds some. */
  readonly isOpen?: boolean;
}

/** The type and checks of a value. Its methods create attributes. `T` is the value's TypeScript type in resources. */
export class Shape<out T = unknown> {
  /** Carries `T` for inference; does not exist at run time. */
  declare readonly held: T;

  private constructor(readonly parts: ShapeParts<unknown>) {}

  static of<T>(parts: ShapeParts<T>): Shape<T> {
    return new Shape<T>(parts as ShapeParts<unknown>);
  }

  /** Adds a check, which runs when the value is fully known. */
  check(check: Check<T>): Shape<T> {
    return new Shape<T>({ ...this.parts, checks: [...(this.parts.checks ?? []), check as Check<unknown>] });
  }

  /** Accepts null elements, which are otherwise an error. */
  allowNulls(): Shape<T> {
    return new Shape<T>({ ...this.parts, holdsNulls: true });
  }

  /** Declares semantic equality: values with the same normal form are equal, so that the state keeps its value. */
  normalForm(normalForm: (value: T) => T): Shape<T> {
    return new Shape<T>({ ...this.parts, normalForm: normalForm as (value: unknown) => unknown });
  }

  /** The user must set it. */
  required(description: string): Attribute<T, "required"> {
    return new Attribute({ shape: this, presence: "required", description });
  }

  /** The user may set it. If omitted, it is null. */
  optional(description: string): Attribute<T, "optional"> {
    return new Attribute({ shape: this, presence: "optional", description });
  }

  /** The provider sets it. */
  computed(description: string): Attribute<T, "computed"> {
    return new Attribute({ shape: this, presence: "computed", description });
  }

  /** The user may set it. If omitted, the provider sets it. */
  optionalComputed(description: string): Attribute<T, "optional_computed"> {
    return new Attribute({ shape: this, presence: "optional_computed", description });
  }

  /** The user may set it. Defaults to `value`. */
  default(value: T, description: string): Attribute<T, "defaulted"> {
    return new Attribute({ shape: this, presence: "defaulted", description, defaultValue: value });
  }
}

interface AttributeParts {
  readonly shape: Shape<unknown>;
  readonly presence: Presence;
  readonly description: string;
  readonly defaultValue?: unknown;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: string;
  readonly replaces?: boolean;
  readonly keepsPrior?: boolean;
  readonly generatedIf?: (object: ObjectValue) => boolean;
  readonly generatedValue?: Value;
  readonly note?: unknown;
}

/** One attribute of a schema. */
export class Attribute<out T = unknown, out P extends Presence = Presence> {
  /** Carries `T` and `P` for inference; does not exist at run time. */
  declare readonly held: readonly [T, P];

  constructor(readonly parts: AttributeParts) {}

  get type(): Type {
    return this.parts.shape.parts.type;
  }

  /** Terraform hides the value in its output. */
  sensitive(): Attribute<T, P> {
    return this.#with({ sensitive: true });
  }

  /** The value reaches the provider, but not the plan or state. */
  writeOnly(): Attribute<T, P> {
    return this.#with({ writeOnly: true });
  }

  /** Setting the attribute causes a warning with this text. */
  deprecated(advice: string): Attribute<T, P> {
    return this.#with({ deprecated: advice });
  }

  /** A changed value forces replacement. */
  replacesOnChange(): Attribute<T, P> {
    return this.#with({ replaces: true });
  }

  /** Plans the prior value for a computed attribute, as an update does not change it. */
  keepsPrior(): Attribute<T, P> {
    return this.#with({ keepsPrior: true });
  }

  /**
   * Includes the attribute in generated configuration if the condition is true for the object. By default, generated
   * configuration omits attributes that the provider may set.
   */
  generatedIf(condition: (object: ObjectValue) => boolean): Attribute<T, P> {
    return this.#with({ generatedIf: condition });
  }

  /** The value in generated configuration if the object does not show one. Users have to review it. */
  generatedAs(value: Value): Attribute<T, P> {
    return this.#with({ generatedValue: value });
  }

  /** Stores data for the code that defines the provider. This library does not read it. */
  annotate(note: unknown): Attribute<T, P> {
    return this.#with({ note });
  }

  #with(parts: Partial<AttributeParts>): Attribute<T, P> {
    return new Attribute<T, P>({ ...this.parts, ...parts });
  }
}
