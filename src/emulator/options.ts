import { requestsPerHour, requestsPerSecond } from "../service/limits";
import type { RecordedRequest } from "./request-log";
import { defaultOpenPointSettings, type OpenPointSettings } from "./settings";

/** Plans of an account: sources and profiles need `paid`, choosing a frequency needs `ultimate` (docs/design/api.md#monitoring-profile). */
export type Plan = "free" | "paid" | "ultimate";

/** Requests allowed per window (docs/design/api.md#limits). The rate of resend is open there: it counts as a write unless set. */
export interface Limits {
  readonly hour: number;
  readonly readPerSecond: number;
  readonly writePerSecond: number;
  readonly checkPerSecond: number;
  readonly resendPerSecond: number;
}

/** The limits of the specification. */
export const documentedLimits: Limits = {
  hour: requestsPerHour,
  readPerSecond: requestsPerSecond.read,
  writePerSecond: requestsPerSecond.write,
  checkPerSecond: requestsPerSecond.check_start,
  resendPerSecond: requestsPerSecond.write,
};

/** A receiver of webhook events, as the service's portal would register it. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: string;
}

/** What can be changed while the emulator runs. */
export interface ChangeableSettings extends OpenPointSettings {
  /** Default `ultimate`. */
  plan: Plan;
  /** IPv4 or IPv6 addresses and subnets (CIDR) that may call; undefined (default) allows every address. */
  allowedAddresses: readonly string[] | undefined;
  /** Limits that differ from the documented ones, or `off`. Changing them starts new windows. */
  limits: Partial<Limits> | "off";
  /** Milliseconds before every answer, or a function of the request. Default 0. */
  latency: number | ((request: RecordedRequest) => number);
  /** Frequency served where the plan does not honour the one that was asked for. Default `24_hours`. */
  packageFrequency: string;
  /** Milliseconds a manual check takes. Default 20. */
  checkDuration: number;
  /** Hostnames or SIDs of the sources that list a host: a function of the host, or a map by host. Default none. */
  listedOn: ((host: string) => readonly string[]) | Readonly<Record<string, readonly string[]>>;
  /** Keys that args must have, by contact type. Which types need some is not documented. Default none. */
  requiredArgs: Readonly<Record<string, readonly string[]>>;
  /** Receivers of webhook events. Default none. */
  webhooks: readonly WebhookEndpoint[];
  /** Milliseconds between attempts to deliver a webhook. Default 20. */
  webhookRetryDelay: number;
}

/** How the emulator starts. Everything has a default. */
export interface EmulatorOptions extends Partial<ChangeableSettings> {
  /** Port; 0 (default) takes a free one. */
  readonly port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Default: generated in the documented form, or as kept in the data file. */
  readonly accountSid?: string;
  /** Default: generated in the documented form, or as kept in the data file. */
  readonly authToken?: string;
  /** Whether the control endpoint answers. Default false. */
  readonly control?: boolean;
  /** Whether a new account has the objects of a believable company. Default false. */
  readonly demo?: boolean;
  /** Whether hosts and certificates are checked by schedule, and change by themselves. Default false. */
  readonly live?: boolean;
  /** File that keeps the account. It is made, readable by its owner only, when it does not exist. */
  readonly data?: string;
  /** Milliseconds since 1970, for limits, dates and signatures. Default `Date.now`. */
  readonly now?: () => number;
  /** At least 0 and below 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** The settings an emulator starts with. */
export function startingSettings(options: EmulatorOptions): ChangeableSettings {
  const defaults: ChangeableSettings = {
    ...defaultOpenPointSettings(),
    plan: "ultimate",
    allowedAddresses: undefined,
    limits: {},
    latency: 0,
    packageFrequency: "24_hours",
    checkDuration: 20,
    listedOn: {},
    requiredArgs: {},
    webhooks: [],
    webhookRetryDelay: 20,
  };
  return Object.assign(defaults, withoutUnset(options));
}

function withoutUnset(options: EmulatorOptions): Partial<ChangeableSettings> {
  const { port, host, accountSid, authToken, data, now, random, control, demo, live, ...settings } = options;
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
