import { type AnyProviderFunction, ArgumentError, type Parameter } from "../definition/provider-function";
import { Diagnostics } from "../diagnostics";
import { printableLines } from "../printable-text";
import type { DynamicValue, FunctionError } from "../protocol/generated/tfplugin6";
import { validateShape } from "../schema/validation";
import type { Value } from "../values/value";
import { decodeValue, encodeValue } from "./dynamic-value";
import { mapValues, protocolFunction } from "./protocol-schema";
import type { Rpcs, Session } from "./session";

/** The RPCs of functions. */
export function functionRpcs(session: Session): Rpcs<"getFunctions" | "callFunction"> {
  return {
    async getFunctions() {
      return { functions: mapValues(session.provider.functions, protocolFunction) };
    },

    async callFunction(request) {
      try {
        const definition = session.find("functions", request.name);
        const result = definition.call(...decodeArguments(definition, request.arguments));
        return { result: encodeValue(definition.returns.parts.type, result as Value) };
      } catch (thrown) {
        return { error: functionError(session, thrown) };
      }
    },
  };
}

function decodeArguments(definition: AnyProviderFunction, sent: readonly DynamicValue[]): Value[] {
  return sent.map((argument, index) => {
    const parameter = definition.parameters[index];
    if (parameter === undefined) throw new ArgumentError(index, "there are too many arguments");
    const value = decodeValue(parameter.shape.parts.type, argument);
    check(parameter, value, index);
    return value;
  });
}

function check({ name, shape }: Parameter, value: Value, index: number): void {
  const diagnostics = new Diagnostics();
  validateShape(shape, value, diagnostics, { writeOnly: false }, [{ attribute: name }]);
  const wrong = diagnostics.list.find(({ severity }) => severity === "error");
  if (wrong !== undefined) throw new ArgumentError(index, wrong.detail);
}

function functionError(session: Session, thrown: unknown): FunctionError {
  const text = printableLines(session.hide(thrown instanceof Error ? thrown.message : String(thrown)));
  return thrown instanceof ArgumentError ? { text, functionArgument: thrown.index } : { text };
}
