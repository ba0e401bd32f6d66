import type { Shape } from "../schema/attribute";

/** A parameter of a function. Terraform rejects null, and does not call the function for an unknown argument. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
}

type Arguments<P extends readonly Parameter[]> = {
  readonly [I in keyof P]: P[I] extends { readonly shape: Shape<infer T> } ? T : never;
};

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
export interface ProviderFunction<P extends readonly Parameter[] = readonly Parameter[], R = unknown> {
  readonly summary: string;
  readonly description: string;
  readonly parameters: P;
  readonly returns: Shape<R>;
  /** @throws ArgumentError for an invalid argument; other errors concern the call as a whole */
  call(...args: [...Arguments<P>]): R;
}

/** A function with any parameters. */
export type AnyProviderFunction = Omit<ProviderFunction, "call"> & {
  call(...args: readonly unknown[]): unknown;
};

/** Defines a function. Argument types are inferred from the parameters. */
export function providerFunction<const P extends readonly Parameter[], R>(
  definition: ProviderFunction<P, R>,
): AnyProviderFunction {
  return definition as unknown as AnyProviderFunction;
}
