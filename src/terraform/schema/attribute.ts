import type { ObjectValue } from "../values/object-value";
import type { Path } from "../values/path";
import type { Type } from "../values/type";

/**
 * How an attribute gets its value: the user must set it, may set it, the provider sets it, the user may set it and
 * the provider does otherwise, or the schema does otherwise.
 */
export type Presence = "required" | "optional" | "computed" | "optional_computed" | "defaulted";

/** Where a check tells what it found; `at` leads from the checked value to the part concerned. */
export interface Report {
  error(detail: string, at?: Path): void;
  warning(detail: string, at?: Path): void;
}

/** Looks at a value that is neither null nor unknown in any part. */
export type Check<T> = (value: T, report: Report) => void;

/** How the attributes of a nested object are held. */
export type Nesting = "single" | "list" | "set" | "map";

/** Attributes by name: an object's, a resource's, a provider's. */
export type Attributes = Readonly<Record<string, Attribute>>;

interface ShapeParts<T> {
  readonly type: Type;
  readonly element?: Shape<unknown>;
  readonly nested?: { readonly mode: Nesting; readonly attributes: Attributes };
  readonly checks?: readonly Check<T>[];
  readonly holdsNulls?: boolean;
  readonly normalForm?: (value: T) => T;
  /** Whether the values are words from a list. */
  readonly isWord?: boolean;
}

/** What values an attribute takes, before it is said who sets it. `T` is the value as resources see it. */
export class Shape<out T = unknown> {
  /** Carries `T` for inference; never there at run time. */
  declare readonly held: T;

  private constructor(readonly parts: ShapeParts<unknown>) {}

  static of<T>(parts: ShapeParts<T>): Shape<T> {
    return new Shape<T>(parts as ShapeParts<unknown>);
  }

  /** Adds a check, run when the value is wholly known. */
  check(check: Check<T>): Shape<T> {
    return new Shape<T>({ ...this.parts, checks: [...(this.parts.checks ?? []), check as Check<unknown>] });
  }

  /** Accepts null elements; other collections refuse them. */
  allowNulls(): Shape<T> {
    return new Shape<T>({ ...this.parts, holdsNulls: true });
  }

  /** Values with the same normal form mean the same: then what is in state stays, and nothing is planned. */
  normalForm(normalForm: (value: T) => T): Shape<T> {
    return new Shape<T>({ ...this.parts, normalForm: normalForm as (value: unknown) => unknown });
  }

  /** The user must set it. */
  required(description: string): Attribute<T, "required"> {
    return new Attribute({ shape: this, presence: "required", description });
  }

  /** The user may set it; unset, it is null. */
  optional(description: string): Attribute<T, "optional"> {
    return new Attribute({ shape: this, presence: "optional", description });
  }

  /** The provider sets it. */
  computed(description: string): Attribute<T, "computed"> {
    return new Attribute({ shape: this, presence: "computed", description });
  }

  /** The user may set it; unset, it is what the provider finds. */
  optionalComputed(description: string): Attribute<T, "optional_computed"> {
    return new Attribute({ shape: this, presence: "optional_computed", description });
  }

  /** The user may set it; unset, it is the given value. */
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
  readonly note?: unknown;
}

/** One attribute of a schema. */
export class Attribute<out T = unknown, out P extends Presence = Presence> {
  /** Carries `T` and `P` for inference; never there at run time. */
  declare readonly held: readonly [T, P];

  constructor(readonly parts: AttributeParts) {}

  get type(): Type {
    return this.parts.shape.parts.type;
  }

  /** Terraform hides the value in its output. */
  sensitive(): Attribute<T, P> {
    return this.with({ sensitive: true });
  }

  /** The value reaches the provider, but never a plan or a state. */
  writeOnly(): Attribute<T, P> {
    return this.with({ writeOnly: true });
  }

  /** Using the attribute warns with this text. */
  deprecated(advice: string): Attribute<T, P> {
    return this.with({ deprecated: advice });
  }

  /**
   * A changed value means another object: the old one is destroyed, a new one created. Within a nested object this
   * does not see the object taken away: mark that, too.
   */
  replacesOnChange(): Attribute<T, P> {
    return this.with({ replaces: true });
  }

  /**
   * An update does not change the computed value, so the plan shows the one in state. Within a list that is the one
   * of the object at the same position: not for what would move with its object.
   */
  keepsPrior(): Attribute<T, P> {
    return this.with({ keepsPrior: true });
  }

  /**
   * Has generated configuration set the attribute for some objects. Otherwise it leaves out what the provider may
   * decide: a new object would get the same.
   */
  generatedIf(condition: (object: ObjectValue) => boolean): Attribute<T, P> {
    return this.with({ generatedIf: condition });
  }

  /** Keeps what a layer above wants to know of the attribute; nothing here reads it. */
  annotate(note: unknown): Attribute<T, P> {
    return this.with({ note });
  }

  private with(parts: Partial<AttributeParts>): Attribute<T, P> {
    return new Attribute<T, P>({ ...this.parts, ...parts });
  }
}
