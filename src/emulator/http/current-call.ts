import { Refusal } from "../refusal";
import { decodeFields } from "./form";
import type { Operation } from "./operations";
import type { CalledOperation, HandlerContext, SentRequest } from "./request-handler";

/** A call of an operation of version 4.0. @param id the id in the path */
export function currentCall(operation: Operation, id: string): CalledOperation {
  return {
    rateClass: operation.rateClass,
    perform: ({ query, form }, handling) => {
      const input = {
        id,
        query: readQuery(query, operation, handling),
        fields: decodeFields(form, handling.settings.argsEncoding),
      };
      return operation.run(input, handling);
    },
  };
}

function readQuery(
  pairs: SentRequest["query"],
  operation: Operation,
  { settings }: HandlerContext,
): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (query.has(name)) throw new Refusal(400, `Bad request: ${name} is given more than once.`);
    if (!operation.query.includes(name) && settings.unknownQuery === "bad-request") {
      throw new Refusal(400, `Bad request: ${name} is not a query parameter of this operation.`);
    }
    query.set(name, value);
  }
  return query;
}
