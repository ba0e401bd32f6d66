import { type AnyProviderFunction, ArgumentError, type Parameter } from "../definition/provider-function";
import { Diagnostics } from "../diagnostics";
import { printableLines } from "../printable-text";
import type { CallFunction_Response, DynamicValue, FunctionError } from "../protocol/generated/tfplugin6";
import { validateShape } from "../schema/validation";
import type { ProviderHandlers } from "../serve/handlers";
import type { Value } from "../values/value";
import { decodeValue, encodeValue } from "./dynamic-value";
import { protocolFunction } from "./protocol-schema";
import type { Session } from "./session";

/** The RPCs of functions. */
export function functionRpcs(session: Session): Pick<ProviderHandlers, "getFunctions" | "callFunction"> {
  const { functions } = session.provider;
  return {
    async getFunctions() {
      const signatures = Object.entries(functions).map(([name, definition]) => [
        name,
        protocolFunction(definition),
      ]);
      return { functions: Object.fromEntries(signatures), diagnostics: [] };
    },

    async callFunction(request): Promise<CallFunction_Response> {
      try {
        const definition = session.find(functions, "function", request.name);
        const result = definition.call(...decodeArguments(definition, request.arguments));
        return { result: encodeValue(definition.returns.parts.type, result as Value) };
      } catch (thrown) {
        return { error: functionError(thrown) };
      }
    },
  };
}

function decodeArguments(definition: AnyProviderFunction, sent: readonly DynamicValue[]): Value[] {
  return sent.map((argument, index) => {
    const parameter = definition.parameters[index] ?? definition.variadic;
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

function functionError(thrown: unknown): FunctionError {
  const text = printableLines(thrown instanceof Error ? thrown.message : String(thrown));
  return thrown instanceof ArgumentError ? { text, functionArgument: thrown.index } : { text };
}
