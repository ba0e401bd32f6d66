import type { Fields } from "../service/field";
import type { Kind } from "../service/kinds";
import { bodyProblems, type Write } from "../service/requests";
import { isSid, sidForm } from "../service/sids";
import { failed } from "./errors";
import type { Call, Exchange } from "./exchange";
import type { Settings } from "./settings";

/** The shared parts of a client's operations. */
export interface Connection extends Pick<Settings, "dialect" | "pageSize" | "logger"> {
  readonly exchange: Exchange;
}

/**
 * Asserts that the service accepts a body, before anything is sent.
 * @throws ServiceError of kind `refused`, which names the fields but shows no values
 */
export function assertAccepted(fields: Fields, write: Write, body: object, operation: string): void {
  const problems = bodyProblems(fields, write, body);
  if (problems.length === 0) return;
  const texts = problems.map(({ path, requirement }) => `${path.join(".") || "the body"} ${requirement}`);
  throw failed("refused", operation, texts.join("; "));
}

/** Performs an operation on an object. An id that is not one of the kind is `refused`. */
export async function performOn(kind: Kind, { exchange }: Connection, call: Call & { readonly id: string }) {
  if (!isSid(kind, call.id)) throw failed("refused", call.operation.title, `the id must be ${sidForm(kind)}`);
  return exchange.perform(call);
}
