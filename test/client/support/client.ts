import { type Client, createClient } from "../../../src/client/client";
import { ServiceError } from "../../../src/client/errors";
import type { ClientOptions } from "../../../src/client/options";
import { defaultApiVersion } from "../../../src/service/api-version";
import { manualClock } from "./clock";
import { type LocalService, type Received, type Reply, startService } from "./local-service";

export const accountSid = `AC${"a".repeat(32)}`;
export const authToken = "5ec2e7".padEnd(64, "0123456789abcdef");

const opened: { close(): Promise<void> }[] = [];

/** A client of a service with the responses of a function. {@link closeAll} closes both. */
export async function connected(
  reply: (request: Received, index: number) => Reply,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; service: LocalService; requests: Received[] }> {
  const service = await startService(reply);
  const { apiVersion = defaultApiVersion } = options;
  const client = clientOf(service.url.replace(/[^/]+$/, apiVersion), options);
  opened.push(service);
  return { client, service, requests: service.requests };
}

/** A client of that base URL, on a clock that never makes a test wait. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ baseUrl, accountSid, authToken, clock: manualClock(), ...options });
  opened.push(client);
  return client;
}

/** Has that closed by {@link closeAll}. */
export function closeLater(item: { close(): Promise<void> }): void {
  opened.push(item);
}

/** Closes everything concurrently: a service that never responds must not delay its client. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((item) => item.close()));
}

/** The ServiceError with which the promise fails; anything else fails the test. */
export async function errorOf(promise: Promise<unknown>): Promise<ServiceError> {
  const outcome = await promise.then(
    () => "no error",
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return outcome;
  throw new Error(`expected a ServiceError, got: ${String(outcome)}`);
}

/** Like {@link errorOf}, for synchronous code. */
export function thrownBy(act: () => unknown): ServiceError {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  throw new Error("expected a ServiceError");
}
