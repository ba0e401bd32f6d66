import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import type { ObjectValue } from "../../../terraform/values/object-value";
import type { Configuration } from "./configuration";

/** An object that can be declared, and what is to be said of it. */
export interface Candidate {
  readonly kind: Kind;
  readonly object: ServiceObject<Kind>;
  readonly state: ObjectValue;
  readonly configuration: Configuration;
}
