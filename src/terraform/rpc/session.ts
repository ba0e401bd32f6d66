import type { Resource } from "../definition/definition";
import type { Provider } from "../definition/provider";
import { type Diagnostic, DiagnosticError, Diagnostics, diagnosticOf } from "../diagnostics";
import { mapAttributes } from "../planning/plan-change";
import { secretValues } from "../planning/secret-values";
import { printableLines } from "../printable-text";
import {
  Diagnostic_Severity,
  type DynamicValue,
  type Diagnostic as ProtocolDiagnostic,
} from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import type { Call, RequestOf, ResponseOf, UnaryRpc } from "../serve/handlers";
import type { Logger } from "../serve/log";
import type { ObjectValue } from "../values/object-value";
import { decodeObject, protocolPath } from "./protocol-forms";

/** The handlers of RPCs that return one message. Omitted fields of a response are empty. */
export type Rpcs = {
  readonly [One in UnaryRpc]: (request: RequestOf<One>, call: Call) => Promise<Partial<ResponseOf<One>>>;
};

/** The members of a provider, as messages name them. */
const kindNames = {
  resources: "resource type",
  dataSources: "data source",
  ephemeralResources: "ephemeral resource",
  actions: "action",
  functions: "function",
  listResources: "list resource",
} as const;

/** A definition with the attributes that decode an object. */
type Decodable = Pick<Resource, "attributes" | "additionalSecrets">;

/**
 * The state of one plugin process: its provider, and the context that configuring it returned. Terraform configures a
 * process at most once, and never for schemas or validation.
 */
export class Session {
  readonly stopping = new AbortController();
  /** Aborts when Terraform asks to stop. */
  readonly stop = this.stopping.signal;
  /** The context that configuring the provider returned; undefined while the configuration is unknown. */
  context: unknown;

  constructor(
    readonly provider: Provider,
    readonly logger: Logger,
  ) {}

  /** The context. @throws DiagnosticError while it is undefined */
  requireContext(operation: string): unknown {
    if (this.context !== undefined) return this.context;
    throw new DiagnosticError(
      "Provider configuration unknown",
      `The provider cannot ${operation}: part of its configuration is known only after apply. Apply the resources it depends on first, for example with -target, or set it from a variable.`,
    );
  }

  /** A member by name. @throws DiagnosticError if there is none, which happens only if Terraform ignores the schema */
  find<Kind extends keyof typeof kindNames>(kind: Kind, name: string): Provider[Kind][string] {
    const members = this.provider[kind];
    if (!Object.hasOwn(members, name))
      throw new DiagnosticError(
        `Unknown ${kindNames[kind]}`,
        `This provider has no ${kindNames[kind]} ${name}.`,
      );
    return members[name] as Provider[Kind][string];
  }

  /** Decodes an object and registers its secrets. */
  decode(definition: Decodable, sent: DynamicValue | undefined): ObjectValue | null {
    const object = decodeObject(definition.attributes, sent);
    this.collectSecrets(definition, object);
    return object;
  }

  /** Decodes a configuration. Without a block, Terraform sends null: then every attribute is null. */
  config(definition: Decodable, sent: DynamicValue | undefined): ObjectValue {
    return this.decode(definition, sent) ?? mapAttributes(definition.attributes, () => null);
  }

  /** Registers the secrets of an object, so that no message shows them. */
  collectSecrets({ attributes, additionalSecrets }: Decodable, object: ObjectValue | null): void {
    const { secrets } = this.provider;
    if (object === null || secrets === undefined) return;
    secrets.add([...secretValues(attributes, object), ...(additionalSecrets?.(object) ?? [])]);
  }

  /** Removes secrets from a text. */
  hide(text: string): string {
    return this.provider.secrets?.hide(text) ?? text;
  }

  /**
   * Diagnostics in the protocol's form, without secrets and characters that are unsafe to print. Their paths are those of an
   * object with the given attributes.
   */
  report(attributes: Attributes, diagnostics: readonly Diagnostic[]): ProtocolDiagnostic[] {
    return diagnostics.map(({ severity, summary, detail, path = [] }) => {
      const attribute = protocolPath(attributes, path);
      return {
        severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
        summary: printableLines(this.hide(summary)),
        detail: printableLines(this.hide(detail)),
        ...(attribute.steps.length > 0 && { attribute }),
      };
    });
  }

  /** Answers an RPC with the response of a step and its diagnostics. If it throws, the response has only diagnostics. */
  async answer<Response extends object>(
    attributes: Attributes,
    operation: string,
    step: (diagnostics: Diagnostics) => Response | undefined | Promise<Response | undefined>,
  ): Promise<Partial<Response> & { readonly diagnostics: ProtocolDiagnostic[] }> {
    const diagnostics = new Diagnostics();
    const response = await this.attempt(diagnostics, operation, () => step(diagnostics));
    return { ...(response as Response), diagnostics: this.report(attributes, diagnostics.list) };
  }

  /** Runs a step. Converts a thrown error to a diagnostic, and returns undefined. */
  async attempt<T>(diagnostics: Diagnostics, operation: string, step: () => T | Promise<T>) {
    try {
      return await step();
    } catch (error) {
      const thrown = this.provider.explained?.(error) ?? error;
      const diagnostic = diagnosticOf(thrown, operation);
      this.logger.error(`${operation}: ${diagnostic.summary}`, {
        ...(!(thrown instanceof DiagnosticError) && thrown instanceof Error && { stack: thrown.stack }),
      });
      diagnostics.add(diagnostic);
      return undefined;
    }
  }
}
