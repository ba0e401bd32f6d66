import { functions } from "../../../src/provider/functions";
import { ArgumentError } from "../../../src/terraform/definition/definition";

/** What a function of the provider answers. */
export function call(name: string, ...args: readonly unknown[]): unknown {
  const definition = functions[name];
  if (definition === undefined) throw new Error(`There is no function ${name}.`);
  return definition.call(...args);
}

/** What a function says of the argument that it refuses, with the position of that. */
export function refusalOf(name: string, ...args: readonly unknown[]): string {
  try {
    return `accepted: ${call(name, ...args)}`;
  } catch (thrown) {
    if (thrown instanceof ArgumentError) return `${thrown.index}: ${thrown.message}`;
    throw thrown;
  }
}
