import { identitySchema } from "./identity";
import { mapValues, protocolFunction, protocolSchema } from "./protocol-schema";
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
      const identified = Object.entries(provider.resources).filter(
        ([, { identity }]) => identity !== undefined,
      );
      return { identitySchemas: mapValues(Object.fromEntries(identified), identitySchema) };
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
      session.requestStop();
      return { Error: "" };
    },
  } satisfies Partial<Rpcs>;
}
