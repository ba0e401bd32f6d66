import type { Dialect } from "./dialect";
import type { Exchange } from "./exchange";
import type { Logger } from "./options";

/** The shared parts of a client's operations. */
export interface Connection {
  readonly exchange: Exchange;
  readonly dialect: Dialect;
  /** The default page size of lists. */
  readonly pageSize: number;
  readonly logger?: Logger | undefined;
}
