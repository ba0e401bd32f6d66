import type { Shape } from "../schema/attribute";

/** A parameter of a function. An unknown argument never reaches the function: Terraform answers unknown itself. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
  /** Whether null may be passed; otherwise Terraform refuses it. */
  readonly nullable?: boolean;
}

type Argument<P> = P extends { readonly shape: Shape<infer T>; readonly nullable: true }
  ? T | null
  : P extends { readonly shape: Shape<infer T> }
    ? T
    : never;
type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: Argument<P[I]> };

/** An argument that a function cannot take; `index` counts from zero. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";

  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

/** A function that configurations call as `provider::name::function(…)`. It has no access to the service. */
export interface ProviderFunction<
  P extends readonly Parameter[] = readonly Parameter[],
  R = unknown,
  V extends Parameter = Parameter,
> {
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: string;
  readonly parameters: P;
  /** Takes any number of arguments after those of `parameters`; each arrives as an argument of its own. */
  readonly variadic?: V;
  readonly returns: Shape<R>;
  /** @throws ArgumentError for a bad argument; any other error is about the call as a whole */
  call(...args: [...Arguments<P>, ...Argument<V>[]]): R;
}

/** A function whose parameters are not known to the compiler, as the engine holds it. */
export type AnyProviderFunction = Omit<ProviderFunction, "call"> & {
  call(...args: readonly unknown[]): unknown;
};

/** States a function with the types of its arguments inferred from its parameters. */
export function providerFunction<const P extends readonly Parameter[], R, const V extends Parameter = never>(
  definition: ProviderFunction<P, R, V>,
): AnyProviderFunction {
  return definition as unknown as AnyProviderFunction;
}
