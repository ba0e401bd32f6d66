import type { Exchange } from "./exchange";
import type { Settings } from "./settings";

/** The shared parts of a client's operations. */
export interface Connection extends Pick<Settings, "dialect" | "pageSize" | "logger"> {
  readonly exchange: Exchange;
}
