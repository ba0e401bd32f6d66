import type { AnyProvider } from "../definition/provider";
import type { AnyResource } from "../definition/resource";
import { DiagnosticError, type Diagnostics, diagnosticOf } from "../diagnostics";
import { secretValues } from "../planning/secret-values";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import type { Logger } from "../serve/log";
import type { ObjectValue } from "../values/object-value";
import { decodeObject } from "./dynamic-value";

/** What objects that Terraform sends are read by. */
type Decodable = Pick<AnyResource<unknown>, "attributes" | "additionalSecrets">;

/**
 * What one plugin process knows: the provider it serves and what its configuration made. Terraform configures a
 * process once, and not at all for a schema or a validation.
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

  /** @param context undefined when it cannot be made before apply */
  setContext(context: unknown): void {
    this.configured = { context };
  }

  /** What the configuration made; undefined as long as it is unknown. */
  get context(): unknown {
    return this.configured?.context;
  }

  /** The context for an operation that cannot go without. */
  requireContext(doing: string): unknown {
    if (this.context !== undefined) return this.context;
    throw new DiagnosticError(
      "The provider is not configured yet",
      `To ${doing}, the provider needs its whole configuration, but a part of it is known only after apply. Apply what it depends on first, for example with -target, or set it from a variable.`,
    );
  }

  /** One of what the provider offers. Terraform asks only for what the schema names. */
  find<T>(members: Readonly<Record<string, T>>, what: string, name: string): T {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined)
      throw new DiagnosticError(`Unknown ${what}`, `This provider has no ${what} ${name}.`);
    return member;
  }

  /** An object as Terraform sent it, or null. From then on, no message shows what is secret in it. */
  decode(definition: Decodable, sent: DynamicValue | undefined): ObjectValue | null {
    const object = decodeObject(definition.attributes, sent);
    this.learn(definition, object);
    return object;
  }

  /** Has no message show what is secret in an object. */
  learn({ attributes, additionalSecrets }: Decodable, object: ObjectValue | null): void {
    const { secrets } = this.provider;
    if (object === null || secrets === undefined) return;
    secrets.add([...secretValues(attributes, object), ...(additionalSecrets?.(object) ?? [])]);
  }

  /** Runs a step; what it throws becomes a diagnostic, and undefined is returned. */
  async attempt<T>(
    diagnostics: Diagnostics,
    doing: string,
    step: () => T | Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await step();
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown, doing);
      this.logger.error(`${doing}: ${diagnostic.summary}`, {
        ...(!(thrown instanceof DiagnosticError) && thrown instanceof Error && { stack: thrown.stack }),
      });
      diagnostics.add(diagnostic);
      return undefined;
    }
  }
}
