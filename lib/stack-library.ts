import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { applyOuterAspects } from "./aspects";
import { checkConfiguration } from "./configuration";
import { addFormerNames, statedNames } from "./moves";
import { once } from "./once";
import type { ResourceArguments } from "./optional";
import { validationErrors } from "./validation";

/** The names of the libraries for stacks, by entry point of this package. */
const libraries: Readonly<Record<string, string>> = { cdktf: "CDKTF", cdktn: "CDK Terrain" };

/** The key under which both libraries store the full name of a class, such as `cdktn.TerraformStack`. */
const className = Symbol.for("jsii.rtti");

const own = libraryOf(TerraformStack);

/**
 * Returns the scope of a new construct. The first construct adds validation and the aspects of the application to its stack.
 *
 * @param references the properties of the configuration that accept constructs
 * @throws Error if the scope is in a stack of the other library, or if the configuration has a construct in place of a value,
 * because synthesis would fail
 */
export function inStack<Scope extends Construct>(
  scope: Scope,
  id: string,
  config: object,
  ...references: readonly string[]
): Scope {
  const path = `${scope.node.path}/${id}`;
  checkConfiguration(path, config, references);
  for (const property of references)
    for (const value of [Reflect.get(config, property)].flat())
      if (Construct.isConstruct(value))
        requireOwn(value, `${path}: ${property} has a construct that is not of its library:`);
  accept(TerraformStack.of(scope));
  const { formerly } = config as ResourceArguments;
  if (formerly !== undefined) addFormerNames(scope, id, statedNames(`/${formerly}`, scope));
  return scope;
}

const accept = once((stack: TerraformStack) => {
  requireOwn(stack, "The stack");
  stack.node.addValidation({ validate: () => validationErrors(stack) });
  applyOuterAspects(stack);
});

/** @throws Error for a construct of the other library */
function requireOwn(construct: Construct, title: string): void {
  const other = libraryOf(construct.constructor);
  if (own !== undefined && other !== undefined && other !== own)
    throw new Error(
      `${title} ${construct.node.path} is of ${libraries[other]} (${other}), this construct is for ${libraries[own]} (${own}). Import it from "rblmonitor/${other}".`,
    );
}

/** The library of a class or of its base classes; undefined for other classes. */
function libraryOf(type: unknown): string | undefined {
  for (let base = type; typeof base === "function"; base = Object.getPrototypeOf(base)) {
    const [library] = Object.getOwnPropertyDescriptor(base, className)?.value?.fqn?.split(".") ?? [];
    if (library !== undefined && Object.hasOwn(libraries, library)) return library;
  }
  return undefined;
}
