import type { Service } from "../service";
import type { Result } from "./operations";
import type { RateClass } from "./rate-limits";

/** A call of an operation, of either version. */
export interface CalledOperation {
  readonly rateClass: RateClass;
  /** @throws Refusal if the request is rejected */
  readonly perform: (sent: SentRequest, service: Service) => Result;
}

/** The names and values of a request, in order. */
export interface SentRequest {
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly form: readonly (readonly [name: string, value: string])[];
}
