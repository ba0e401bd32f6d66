import type { Shape } from "../schema/attribute";

/** A parameter of a function. For an unknown argument, Terraform does not call the function. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
  /** Whether null is accepted. Otherwise Terraform rejects it. */
  readonly nullable?: boolean;
}

type Argument<P> = P extends { readonly shape: Shape<infer T>; readonly nullable: true }
  ? T | null
  : P extends { readonly shape: Shape<infer T> }
    ? T
    : never;
type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: Argument<P[I]> };

/** An invalid argument; `index` counts from zero. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";

  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

/** A function, called as `provider::name::function(…)`. It has no access to the provider's context. */
export interface ProviderFunction<
  P extends readonly Parameter[] = readonly Parameter[],
  R = unknown,
  V extends Parameter = Parameter,
> {
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: string;
  readonly parameters: P;
  /** Accepts any number of additional arguments, which are passed one by one. */
  readonly variadic?: V;
  readonly returns: Shape<R>;
  /** @throws ArgumentError for an invalid argument; other errors concern the call as a whole */
  call(...args: [...Arguments<P>, ...Argument<V>[]]): R;
}

/** A function with any parameters. */
export type AnyProviderFunction = Omit<ProviderFunction, "call"> & {
  call(...args: readonly unknown[]): unknown;
};

/** Defines a function. Argument types are inferred from the parameters. */
export function providerFunction<const P extends readonly Parameter[], R, const V extends Parameter = never>(
  definition: ProviderFunction<P, R, V>,
): AnyProviderFunction {
  return definition as unknown as AnyProviderFunction;
}
