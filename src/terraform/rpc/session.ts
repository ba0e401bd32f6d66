import type { AnyProvider } from "../definition/provider";
import type { AnyResource } from "../definition/resource";
import { DiagnosticError, type Diagnostics, diagnosticOf } from "../diagnostics";
import { secretValues } from "../planning/secret-values";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import type { Logger } from "../serve/log";
import type { ObjectValue } from "../values/object-value";
import { decodeObject } from "./dynamic-value";

/** A definition with the attributes that decode an object. */
type Decodable = Pick<AnyResource<unknown>, "attributes" | "additionalSecrets">;

/**
 * The state of one plugin process: its provider, and the context that configuring it returned. Terraform configures a
 * process at most once, and never for schemas or validation.
 */
export class Session {
  private readonly stopping = new AbortController();
  private configured: { readonly context: unknown } | undefined;

  constructor(
    readonly provider: AnyProvider,
    readonly logger: Logger,
  ) {}

  /** Aborts when Terraform asks to stop. */
  get stop(): AbortSignal {
    return this.stopping.signal;
  }

  requestStop(): void {
    this.stopping.abort();
  }

  /** @param context undefined if values are unknown until apply */
  setContext(context: unknown): void {
    this.configured = { context };
  }

  /** What configuring the provider returned; undefined while the configuration is unknown. */
  get context(): unknown {
    return this.configured?.context;
  }

  /** The context. @throws DiagnosticError while it is undefined */
  requireContext(operation: string): unknown {
    if (this.context !== undefined) return this.context;
    throw new DiagnosticError(
      "Provider configuration unknown",
      `The provider cannot ${operation}: part of its configuration is known only after apply. Apply the resources it depends on first, for example with -target, or set it from a variable.`,
    );
  }

  /** A member by name. @throws DiagnosticError if there is none, which happens only if Terraform ignores the schema */
  find<T>(members: Readonly<Record<string, T>>, what: string, name: string): T {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined)
      throw new DiagnosticError(`Unknown ${what}`, `This provider has no ${what} ${name}.`);
    return member;
  }

  /** Decodes an object and registers its secrets. */
  decode(definition: Decodable, sent: DynamicValue | undefined): ObjectValue | null {
    const object = decodeObject(definition.attributes, sent);
    this.collectSecrets(definition, object);
    return object;
  }

  /** Registers the secrets of an object, so that no message shows them. */
  collectSecrets({ attributes, additionalSecrets }: Decodable, object: ObjectValue | null): void {
    const { secrets } = this.provider;
    if (object === null || secrets === undefined) return;
    secrets.add([...secretValues(attributes, object), ...(additionalSecrets?.(object) ?? [])]);
  }

  /** Runs a step. Converts a thrown error to a diagnostic, and returns undefined. */
  async attempt<T>(
    diagnostics: Diagnostics,
    operation: string,
    step: () => T | Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await step();
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown, operation);
      this.logger.error(`${operation}: ${diagnostic.summary}`, {
        ...(!(thrown instanceof DiagnosticError) && thrown instanceof Error && { stack: thrown.stack }),
      });
      diagnostics.add(diagnostic);
      return undefined;
    }
  }
}
