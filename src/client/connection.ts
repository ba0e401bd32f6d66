import type { Dialect } from "./dialect";
import type { Exchange } from "./exchange";
import type { Logger } from "./options";

/** What the operations of a client share. */
export interface Connection {
  readonly exchange: Exchange;
  readonly dialect: Dialect;
  /** Objects that lists ask for per page unless told otherwise. */
  readonly pageSize: number;
  readonly logger?: Logger | undefined;
}
