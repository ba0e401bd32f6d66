import { Refusal } from "../refusal";
import { decodeFields } from "./form";
import type { Operation } from "./operations";
import type { CalledOperation, Handling, SentRequest } from "./request-handler";

/** An operation of version 4.0, called with the id in its path. */
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
  { settings }: Handling,
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
