import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { rblmonitorProvider } from "../../../src/provider/provider";
import { managedResources } from "../../../src/provider/resources";
import type { Kind } from "../../../src/service/kinds";
import {
  Diagnostic_Severity,
  type DynamicValue,
  type ListResource_Event,
} from "../../../src/terraform/protocol/generated/tfplugin6";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import type {
  ProviderHandlers,
  RequestOf,
  ResponseOf,
  UnaryRpc,
} from "../../../src/terraform/serve/handlers";
import { createLogger } from "../../../src/terraform/serve/log";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { isFullyKnown } from "../../../src/terraform/values/value";
import { manualClock } from "../../client/support/clock";
import { ownProvider } from "../../core/rblmonitor";
import { received, reported, sent } from "../../terraform/rpc/session";

const open: { close(): Promise<void> }[] = [];

/** Ends what the tests opened, for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const one of open.splice(0)) await one.close();
}

/** An emulated account without request limits. */
export async function emulated(settings: EmulatorOptions = {}): Promise<Emulator> {
  const service = await startEmulator({ limits: "off", ...settings });
  open.unshift(service);
  return service;
}

const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
const { listResources, attributes: providerAttributes } = rblmonitorProvider(silent, {});

/** The arguments of a kind's list. */
export function argumentsOf(kind: Kind): Attributes {
  return listResources[`rblmonitor_${kind}`]?.attributes ?? {};
}

/** The attributes of a kind's resource, and of its identity. */
export function tablesOf(kind: Kind): { readonly attributes: Attributes; readonly identity: Attributes } {
  const managed = managedResources[`rblmonitor_${kind}`];
  return { attributes: managed?.attributes ?? {}, identity: managed?.identity?.attributes ?? {} };
}

/** One result, as a core sees it. */
export interface Result {
  readonly identity: ObjectValue;
  readonly name: string;
  /** Null unless requested. */
  readonly object: ObjectValue | null;
  readonly encoded: DynamicValue | undefined;
}

/** What a list block came to. `warnings` and `errors` are as core shows them: an error leaves no results. */
export interface Queried {
  readonly results: readonly Result[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  /** What was requested of the service meanwhile, as in `GET /rbl/hosts 2`, with the number of the page. */
  readonly requests: readonly string[];
}

interface Asked {
  readonly config?: ObjectValue;
  readonly limit?: number;
  readonly object?: boolean;
}

/** A process of the provider, which lists as a core makes it. */
export class Process {
  private constructor(
    readonly handlers: ProviderHandlers,
    private readonly service: Emulator,
  ) {}

  /** Starts a process for the account. @param given more of the provider's configuration */
  static async start(service: Emulator, given: ObjectValue = {}): Promise<Process> {
    const env = {
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
    };
    const { handlers, accounts } = ownProvider({ clock: manualClock() }, silent, env);
    open.unshift({ close: async () => void (await Promise.all(accounts.map((one) => one.close()))) });
    const process = new Process(handlers, service);
    const config = sent(providerAttributes, given);
    const { diagnostics } = await process.call("configureProvider", { config, terraformVersion: "1.14.9" });
    if (diagnostics.length > 0) throw new Error(reported(diagnostics).join("\n"));
    return process;
  }

  call<Name extends UnaryRpc>(rpc: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>> {
    const handler = this.handlers[rpc] as (request: unknown, call: object) => Promise<ResponseOf<Name>>;
    return handler(request, { signal: new AbortController().signal });
  }

  /** The events of a listing, which a test reads itself. */
  events(kind: Kind, asked: Asked = {}, signal = new AbortController().signal) {
    const request = {
      typeName: `rblmonitor_${kind}`,
      config: sent(argumentsOf(kind), asked.config ?? {}),
      limit: asked.limit ?? 100,
      includeResourceObject: asked.object ?? false,
    };
    const { listResource } = this.handlers;
    if (listResource === undefined) throw new Error("There are no lists.");
    return listResource(request, { signal });
  }

  /** Lists as core does: it cancels at the limit, and reads no event behind an error. */
  async query(kind: Kind, asked: Asked = {}): Promise<Queried> {
    const before = this.service.requests.length;
    const cancelled = new AbortController();
    const results: Result[] = [];
    const warnings: string[] = [];
    const { limit = 100 } = asked;
    const seen = (errors: readonly string[]): Queried => ({
      results: errors.length > 0 ? [] : results,
      warnings,
      errors,
      requests: this.service.requests
        .slice(before)
        .map(({ method, path, query }) => [method, path, query.page].filter(Boolean).join(" ")),
    });
    for await (const event of this.events(kind, asked, cancelled.signal)) {
      const errors = event.diagnostic.filter(({ severity }) => severity === Diagnostic_Severity.ERROR);
      if (errors.length > 0) return seen(reported(errors));
      warnings.push(...reported(event.diagnostic));
      if (event.identity === undefined && warnings.length > 0) continue;
      results.push(resultOf(kind, event, asked));
      if (results.length >= limit) break;
    }
    cancelled.abort();
    return seen([]);
  }
}

/** Decodes and checks an event as core does, and that nothing in it is unknown. */
function resultOf(
  kind: Kind,
  { identity, displayName, resourceObject }: ListResource_Event,
  asked: Asked,
): Result {
  const tables = tablesOf(kind);
  if (identity?.identityData === undefined) throw new Error("missing identity data in ListResource event");
  const of = received(tables.identity, identity.identityData) as ObjectValue;
  const object =
    resourceObject === undefined ? null : (received(tables.attributes, resourceObject) as ObjectValue);
  if (!isFullyKnown(of) || !isFullyKnown(object)) throw new Error("A result has unknown values.");
  if (asked.object && object === null) throw new Error("A result without its object would crash core.");
  for (const [name, { parts }] of Object.entries(tables.attributes))
    if (parts.writeOnly && (object?.[name] ?? null) !== null) throw new Error(`${name} is write-only.`);
  return { identity: of, name: displayName, object, encoded: resourceObject };
}

/** The display names of results. */
export function namesIn({ results }: Queried): string[] {
  return results.map(({ name }) => name);
}
