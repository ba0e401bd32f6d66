import type { Definition } from "../definition/definition";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import { type ValidationOptions, validateConfig } from "../schema/validation";
import { identifiedResources, identitySchema } from "./identity";
import { mapValues, protocolFunction, protocolSchema } from "./protocol-forms";
import type { Rpcs, Session } from "./session";

/** The RPCs of the provider itself. */
export function providerRpcs(session: Session) {
  const { provider } = session;
  const { attributes } = provider;
  return {
    async getProviderSchema() {
      return {
        provider: protocolSchema(provider),
        resourceSchemas: mapValues(provider.resources, protocolSchema),
        dataSourceSchemas: mapValues(provider.dataSources, protocolSchema),
        ephemeralResourceSchemas: mapValues(provider.ephemeralResources, protocolSchema),
        functions: mapValues(provider.functions, protocolFunction),
        listResourceSchemas: mapValues(provider.listResources, protocolSchema),
        actionSchemas: mapValues(provider.actions, (action) => ({ schema: protocolSchema(action) })),
        serverCapabilities: {
          planDestroy: true,
          getProviderSchemaOptional: true,
          moveResourceState: false,
          generateResourceConfig: true,
        },
      };
    },

    async getResourceIdentitySchemas() {
      return { identitySchemas: mapValues(identifiedResources(provider), identitySchema) };
    },

    configureProvider: ({ config: sent, terraformVersion }) =>
      session.answer(attributes, "configure the provider", async (diagnostics) => {
        const config = session.config({ attributes }, sent);
        const call = { config: config as never, terraformVersion, diagnostics, stop: session.stop };
        session.context = await provider.configure(call);
        return undefined;
      }),

    async stopProvider() {
      session.logger.info("Terraform asked the provider to stop");
      session.stopping.abort();
      return { Error: "" };
    },
  } satisfies Partial<Rpcs>;
}

/** The RPCs that validate a configuration. */
export function validationRpcs(session: Session) {
  /** Validates each attribute, and if all are valid, the configuration as a whole. */
  const validate = (
    what: string,
    definition: Definition,
    sent: DynamicValue | undefined,
    options: ValidationOptions,
  ) =>
    session.answer(definition.attributes, `validate ${what}`, (diagnostics) => {
      const config = session.decode(definition, sent);
      if (config === null) return undefined;
      validateConfig(definition.attributes, config, diagnostics, options);
      if (!diagnostics.hasErrors) definition.validate?.({ config: config as never, diagnostics });
      return undefined;
    });
  const member = (
    kind: "resources" | "dataSources" | "ephemeralResources" | "actions" | "listResources",
    { typeName, config }: { readonly typeName: string; readonly config?: DynamicValue | undefined },
    options: ValidationOptions,
  ) => validate(typeName, session.find(kind, typeName), config, options);
  return {
    validateProviderConfig: ({ config }) =>
      validate("the provider's configuration", session.provider, config, { writeOnly: true }),
    validateResourceConfig: (request) => {
      const writeOnly = request.clientCapabilities?.writeOnlyAttributesAllowed ?? false;
      return member("resources", request, { writeOnly, generated: true, prior: "unknown" });
    },
    validateDataResourceConfig: (request) =>
      member("dataSources", request, { writeOnly: false, generated: true }),
    validateEphemeralResourceConfig: (request) =>
      member("ephemeralResources", request, { writeOnly: false, generated: true }),
    // The request has no client capabilities. Every Terraform version with actions supports write-only attributes.
    validateActionConfig: (request) => member("actions", request, { writeOnly: true, generated: true }),
    validateListResourceConfig: (request) => member("listResources", request, { writeOnly: false }),
  } satisfies Partial<Rpcs>;
}
