import type { ClientOptions } from "../../../client/options";

/** What `rblmonitor bridge` was told. */
export interface BridgeOptions extends Pick<ClientOptions, "maxRequestsPerHour" | "allowInsecureHttp"> {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string;
  /** Seconds. */
  readonly maxWait: number;
  /** Seconds. */
  readonly requestTimeout: number;
  readonly log?: string;
  readonly json?: true;
}
