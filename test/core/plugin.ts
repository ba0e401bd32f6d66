import {
  type AttributePath,
  type Deferred,
  Diagnostic_Severity,
  type DynamicValue,
  type Diagnostic as ProtocolDiagnostic,
} from "../../src/terraform/protocol/generated/tfplugin6";
import type { ProviderHandlers, RequestOf, ResponseOf, Rpc } from "../../src/terraform/serve/handlers";
import { decodeMsgpack, encodeMsgpack } from "../../src/terraform/values/msgpack";
import { asObject, type ObjectValue } from "../../src/terraform/values/object-value";
import { unknown } from "../../src/terraform/values/value";
import { type Configuration, evaluated, typeAt } from "./configuration";
import { type ProviderSchemas, providerSchemas } from "./provider-schemas";
import type { IdentitySchema, ObjectSchema } from "./schema";
import { inSetOrder } from "./set-order";
import type { CoreVersion, IdentityRules } from "./version";

/** Processes that are killed. A plugin whose core was killed finishes what it has sent, and starts nothing more. */
export type Victim = "plugin" | "core" | "both";

/** A started provider, in this process or elsewhere. */
export interface PluginProcess {
  readonly handlers: ProviderHandlers;
  /** Resolves when the plugin is killed, or the core. Never, if absent. */
  readonly killed?: Promise<Victim>;
  close(): Promise<void>;
}

/** What a command reports. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The resource concerned; absent for the provider itself. */
  readonly address?: string;
  /** The attribute concerned, such as `args`. */
  readonly attribute?: string;
}

/** Ends the work on one resource. The reason is among the diagnostics by then. */
export class Failed extends Error {}

/** Ends a command at once: the core was killed. */
export class CoreKilled extends Error {}

/** One walk of a core through its resources, and the plugin process that it starts for it. */
export class Plugin {
  readonly diagnostics: Diagnostic[] = [];
  /** Whether the provider received a stop request. */
  isStopping = false;
  private readonly underWay = new Set<Promise<unknown>>();
  /** Resolves when the plugin is no more. */
  private readonly dead: Promise<unknown>;

  /** @param schemas what the command has learned of the provider already */
  constructor(
    private readonly process: PluginProcess,
    private readonly core: CoreVersion,
    private schemas?: ProviderSchemas,
  ) {
    const orphaned = new Promise<never>(() => undefined);
    this.dead = Promise.resolve(process.killed ?? orphaned).then((of) => (of === "core" ? orphaned : of));
  }

  /** Learns the schemas and, except for a validation, configures the plugin. @throws Failed when it cannot be configured */
  async begin({ provider = {} }: Configuration, purpose: "validate" | "work"): Promise<void> {
    this.schemas ??= await this.learn();
    const { provider: schema } = this.schemas;
    const config = encode(
      schema,
      evaluated(schema.attributes, provider, () => unknown),
    );
    await this.ask("", "validateProviderConfig", { config });
    if (purpose === "validate") return;
    await this.ask("", "configureProvider", { terraformVersion: this.core.version, config, ...this.capable });
  }

  private async learn(): Promise<ProviderSchemas> {
    const schemas = await this.ask("", "getProviderSchema", {});
    const asksIdentities =
      this.core.identity !== undefined && this.process.handlers.getResourceIdentitySchemas !== undefined;
    const identities = asksIdentities ? await this.ask("", "getResourceIdentitySchemas", {}) : undefined;
    const made = providerSchemas(
      { schemas, ...(identities && { identities }) },
      this.core,
      this.process.handlers,
    );
    this.refuse("", "Invalid schema", made.problems);
    return made;
  }

  /** The schemas that later plugins of the same command need not send; undefined if they must. */
  get cachedSchemas(): ProviderSchemas | undefined {
    return this.core.cachesSchemas && this.schemas?.isAskingOptional ? this.schemas : undefined;
  }

  /** Ends the plugin when it has finished what it began. What a killed one waits for never comes. */
  async end(): Promise<void> {
    const finished = Promise.allSettled(this.underWay).then(() => this.process.close());
    await Promise.race([this.dead, finished]);
  }

  /** The capabilities, for the calls that have them. */
  get capable(): { readonly clientCapabilities?: NonNullable<CoreVersion["capabilities"]> } {
    const { capabilities } = this.core;
    return capabilities === undefined ? {} : { clientCapabilities: capabilities };
  }

  /** Whether the version sends back what a plan put into private state. */
  get storesPlannedPrivate(): boolean {
    return this.core.capabilities?.storePlannedPrivate === true;
  }

  /** Whether the version plans what is no longer declared before it reads it. */
  get plansRemovedFirst(): boolean {
    return this.core.plansRemovedFirst;
  }

  /** How the version treats identities; undefined if it knows none. */
  get identityRules(): IdentityRules | undefined {
    return this.core.identity;
  }

  schemaAt(address: string): ObjectSchema {
    const schema = this.schemas?.resources[typeAt(address)];
    if (schema === undefined) throw new Error(`The provider has no resource type for ${address}.`);
    return schema;
  }

  /** The schema of a resource's identity; undefined if it has none, or the version knows none. */
  identityAt(address: string): IdentitySchema | undefined {
    return this.schemas?.identities[typeAt(address)];
  }

  /** The schema of a list's `config`, or of an action. @throws Error if the provider has none, or the version knows none */
  schemaOf(kind: "lists" | "actions", name: string): ObjectSchema {
    const schema = this.schemas?.[kind][name];
    if (schema === undefined) throw new Error(`${this.core.name} finds no ${name} among the ${kind}.`);
    return schema;
  }

  /** Whether the version has the provider generate configuration. */
  get generatesConfig(): boolean {
    return this.schemas?.generatesConfig === true;
  }

  /** Calls the provider, and reports what it says. Undefined when the plugin died. @throws CoreKilled */
  async call<Name extends Rpc>(
    address: string,
    rpc: Name,
    request: RequestOf<Name>,
  ): Promise<{ readonly answer: ResponseOf<Name> | undefined; readonly hasFailed: boolean }> {
    const handler = this.process.handlers[rpc] as
      | ((request: unknown, call: object) => Promise<never>)
      | undefined;
    if (handler === undefined || !this.core.calls.includes(rpc))
      throw new Error(`${rpc} must not be called.`);
    const controller = new AbortController();
    const died = this.process.killed ?? new Promise<never>(() => undefined);
    const answered: Promise<ResponseOf<Name>> = handler(request, { signal: controller.signal });
    this.underWay.add(answered);
    answered.finally(() => this.underWay.delete(answered)).catch(() => undefined);
    const first: ResponseOf<Name> | Victim = await Promise.race([died, answered]);
    if (first === "core" || first === "both") {
      controller.abort();
      throw new CoreKilled();
    }
    if (first === "plugin") {
      this.report(address, "error", "Plugin did not respond", `The plugin ended during ${rpc}.`);
      return { answer: undefined, hasFailed: true };
    }
    const { diagnostics = [], deferred } = first as {
      diagnostics?: readonly ProtocolDiagnostic[];
      deferred?: Deferred;
    };
    const hasFailed = this.reportAll(address, diagnostics);
    if (deferred !== undefined && !hasFailed && this.core.capabilities?.deferralAllowed !== true)
      this.fail(address, "Provider deferred changes when Terraform did not allow deferrals", rpc);
    return { answer: first, hasFailed };
  }

  /**
   * The events of a streaming call.
   * @param signal ends the call, as a core does that wants no more
   */
  stream<Name extends "listResource" | "invokeAction">(
    rpc: Name,
    request: RequestOf<Name>,
    signal: AbortSignal,
  ): AsyncIterable<ResponseOf<Name>> {
    const handler = this.process.handlers[rpc] as
      | ((request: unknown, call: object) => AsyncIterable<ResponseOf<Name>>)
      | undefined;
    if (handler === undefined || !this.core.calls.includes(rpc))
      throw new Error(`${rpc} must not be called.`);
    return handler(request, { signal });
  }

  /** Asks the provider to stop, as at Ctrl-C. Streams stay open: the provider must end them. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.ask("", "stopProvider", {});
  }

  /** Reports diagnostics of the provider. Returns whether one is an error. */
  reportAll(address: string, diagnostics: readonly ProtocolDiagnostic[]): boolean {
    for (const one of diagnostics) {
      const severity = one.severity === Diagnostic_Severity.ERROR ? "error" : "warning";
      this.report(address, severity, one.summary, one.detail, attributeOf(one.attribute));
    }
    return diagnostics.some((one) => one.severity === Diagnostic_Severity.ERROR);
  }

  /** Calls the provider for an answer without errors. @throws Failed */
  async ask<Name extends Rpc>(
    address: string,
    rpc: Name,
    request: RequestOf<Name>,
  ): Promise<ResponseOf<Name>> {
    const { answer, hasFailed } = await this.call(address, rpc, request);
    if (answer === undefined || hasFailed) throw new Failed();
    return answer;
  }

  /** Reports what a core finds wrong with an answer. @throws Failed if there is anything */
  refuse(address: string, summary: string, problems: readonly string[]): void {
    for (const problem of problems) this.report(address, "error", summary, problem);
    if (problems.length > 0) throw new Failed();
  }

  /** Reports an error. @throws Failed */
  fail(address: string, summary: string, detail: string): never {
    this.report(address, "error", summary, detail);
    throw new Failed();
  }

  report(
    address: string,
    severity: Diagnostic["severity"],
    summary: string,
    detail: string,
    attribute?: string,
  ): void {
    const place = { ...(address !== "" && { address }), ...(attribute !== undefined && { attribute }) };
    this.diagnostics.push({ severity, summary, detail, ...place });
  }
}

/** A value of a resource, or null, as it is sent. */
export function encode({ type }: ObjectSchema, value: ObjectValue | null): DynamicValue {
  return { msgpack: encodeMsgpack(type, inSetOrder(type, value)), json: new Uint8Array() };
}

/** A value of a resource as it was answered; none is null. */
export function decode({ type }: ObjectSchema, answered: DynamicValue | undefined): ObjectValue | null {
  return answered === undefined ? null : asObject(decodeMsgpack(type, answered.msgpack));
}

function attributeOf(path: AttributePath | undefined): string | undefined {
  const selector = path?.steps[0]?.selector;
  return selector?.$case === "attributeName" ? selector.value : undefined;
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
