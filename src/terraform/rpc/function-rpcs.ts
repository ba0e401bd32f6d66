import { ArgumentError, type Parameter } from "../definition/definition";
import { Diagnostics } from "../diagnostics";
import { printableLines } from "../printable-text";
import type { DynamicValue, FunctionError } from "../protocol/generated/tfplugin6";
import { validateShape } from "../schema/validation";
import { ValueError } from "../values/path";
import type { Value } from "../values/value";
import { decodeValue, encodeValue } from "./protocol-forms";
import type { Rpcs, Session } from "./session";

/** The RPC of functions. */
export function functionRpcs(session: Session) {
  return {
    async callFunction(request) {
      try {
        const definition = session.find("functions", request.name);
        const args = request.arguments.map((sent, index) =>
          decodeArgument(definition.parameters[index], sent, index),
        );
        const result = definition.call(...args);
        return { result: encodeValue(definition.returns.parts.type, result as Value) };
      } catch (thrown) {
        return { error: functionError(session, thrown) };
      }
    },
  } satisfies Partial<Rpcs>;
}

function decodeArgument(parameter: Parameter | undefined, sent: DynamicValue, index: number): Value {
  if (parameter === undefined) throw new ArgumentError(index, "there are too many arguments");
  const { name, shape } = parameter;
  try {
    const value = decodeValue(shape.parts.type, sent);
    const diagnostics = new Diagnostics();
    validateShape(shape, value, diagnostics, { writeOnly: false }, [{ attribute: name }]);
    const invalid = diagnostics.list.find(({ severity }) => severity === "error");
    if (invalid !== undefined) throw new ArgumentError(index, invalid.detail);
    return value;
  } catch (thrown) {
    throw thrown instanceof ValueError ? new ArgumentError(index, `${thrown.message}.`) : thrown;
  }
}

function functionError(session: Session, thrown: unknown): FunctionError {
  const text = printableLines(session.hide(thrown instanceof Error ? thrown.message : String(thrown)));
  return thrown instanceof ArgumentError ? { text, functionArgument: thrown.index } : { text };
}
