import { Status, StatusError } from "./status";

/** gRPC's units of time, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/** The maximum of Node's timers, 24 days. A longer timeout counts as none. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The timeout of a call in milliseconds, from its `grpc-timeout` header, such as `100m`; undefined for no limit.
 * @throws StatusError if the header is invalid
 */
export function timeoutOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, amount, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  if (amount === undefined) throw new StatusError(Status.INTERNAL, `Invalid grpc-timeout header: ${header}`);
  const milliseconds = Number(amount) * (UNITS[unit] ?? Number.NaN);
  return milliseconds <= LONGEST_TIMER ? milliseconds : undefined;
}
