import { requestsPerHour, requestsPerSecond } from "../service/limits";
import { defaultOpenPointSettings, type OpenPointSettings } from "./settings";

/** Plans of an account: sources and profiles need `paid`, choosing a frequency needs `ultimate` (docs/design/api.md#monitoring-profile). */
export type Plan = "free" | "paid" | "ultimate";

/** The documented requests per hour, and per second by class (docs/design/api.md#limits). That of resend is not documented; it is that of writes. */
export const documentedLimits = {
  hour: requestsPerHour,
  ...requestsPerSecond,
  resend: requestsPerSecond.write,
};

/** Requests per hour, and per second by class. */
export type Limits = Readonly<Record<keyof typeof documentedLimits, number>>;

/** A recorded request. */
export interface RecordedRequest {
  readonly version: "3.0" | "4.0";
  readonly method: string;
  /** The path as in the specification: below the base URL, without `.json`. Other paths are unchanged. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The HTTP status of the response; 0 before it, and after a connection reset. */
  status: number;
  /** The time of arrival in milliseconds since 1970. */
  readonly at: number;
  /** The fields of the body; of duplicates, the last. Undefined without a body. */
  form?: Readonly<Record<string, string>>;
}

/** A webhook endpoint, as registered in the service's portal. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
}

/** The defaults of the settings that open points do not concern. */
const defaults = {
  plan: "ultimate" as Plan,
  /** IPv4 or IPv6 addresses and subnets (CIDR) that are allowed. Undefined allows all. */
  allowedAddresses: undefined as readonly string[] | undefined,
  /** Limits that differ from the documented ones, or `off`. Changing them starts new windows. */
  limits: {} as Partial<Limits> | "off",
  /** Milliseconds before every response, or a function of the request. */
  latency: 0 as number | ((request: RecordedRequest) => number),
  /** The fixed frequency of plans that cannot choose. */
  packageFrequency: "24_hours",
  /** The duration of a manual check in milliseconds. */
  checkDuration: 20,
  /** Hostnames or SIDs of the sources that list a host: a function of the host, or a map by host. */
  listedOn: {} as ((host: string) => readonly string[]) | Readonly<Record<string, readonly string[]>>,
  /** Required keys of args, by contact type. The service does not document them. */
  requiredArgs: {} as Readonly<Record<string, readonly string[]>>,
  webhooks: [] as readonly WebhookEndpoint[],
  /** Milliseconds between delivery attempts of an event. */
  webhookRetryDelay: 20,
};

/** Settings that can be changed while the emulator runs. */
export type ChangeableSettings = OpenPointSettings & typeof defaults;

/** What every part of the emulator may use. The settings may change between requests. */
export interface Environment {
  readonly settings: ChangeableSettings;
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Shuffles lists and picks defaults. At least 0 and below 1. */
  readonly random: () => number;
  /** Called after each change of what a data file has. */
  readonly changed: () => void;
  /** Aborted when the emulator closes: ends deliveries, checks and waits. */
  readonly stopping: AbortSignal;
}

/** Options of the emulator. All are optional. */
export interface EmulatorOptions extends Partial<ChangeableSettings> {
  /** The port. Defaults to 0, a free port. */
  readonly port?: number;
  /** The address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** Names with a dot that requests may address. Defaults to undefined, which allows all. */
  readonly allowedHost?: readonly string[];
  /** Defaults to that of the data file, or a generated one. */
  readonly accountSid?: string;
  /** Defaults to that of the data file, or a generated one. */
  readonly authToken?: string;
  /** Whether to enable the control endpoint. Defaults to false. */
  readonly control?: boolean;
  /** Whether to add demo objects to a new account. Defaults to false. */
  readonly demo?: boolean;
  /** Whether to simulate scheduled checks with random results. Defaults to false. */
  readonly live?: boolean;
  /** The data file of the account. It is created, readable only by its owner, if it does not exist. */
  readonly data?: string;
  /** The number of requests to remember, without bodies. Defaults to all of them, with bodies, as tests need them. */
  readonly rememberedRequests?: number;
  /** Milliseconds since 1970, for limits, dates and signatures. Defaults to `Date.now`. */
  readonly now?: () => number;
  /** At least 0 and below 1. Defaults to `Math.random`. */
  readonly random?: () => number;
}

/** The initial settings. */
export function startingSettings(options: EmulatorOptions): ChangeableSettings {
  const initial: ChangeableSettings = { ...defaultOpenPointSettings(), ...defaults };
  const chosen = Object.entries(options).filter(
    ([name, value]) => Object.hasOwn(initial, name) && value !== undefined,
  );
  return { ...initial, ...Object.fromEntries(chosen) };
}
