import type { ServerCapabilities } from "../protocol/generated/tfplugin6";
import { identitySchema } from "./identity";
import { mapValues, protocolFunction, protocolSchema } from "./protocol-schema";
import type { Rpcs, Session } from "./session";

const serverCapabilities: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: false,
  generateResourceConfig: true,
};

/** The RPCs of the provider itself. */
export function providerRpcs(session: Session) {
  const { provider } = session;
  const { attributes } = provider;
  return {
    async getMetadata() {
      const named = (members: object) => Object.keys(members).map((typeName) => ({ typeName }));
      return {
        serverCapabilities,
        resources: named(provider.resources),
        dataSources: named(provider.dataSources),
        ephemeralResources: named(provider.ephemeralResources),
        functions: Object.keys(provider.functions).map((name) => ({ name })),
        listResources: named(provider.listResources),
        actions: named(provider.actions),
      };
    },

    async getProviderSchema() {
      return {
        provider: protocolSchema(provider),
        resourceSchemas: mapValues(provider.resources, protocolSchema),
        dataSourceSchemas: mapValues(provider.dataSources, protocolSchema),
        ephemeralResourceSchemas: mapValues(provider.ephemeralResources, protocolSchema),
        functions: mapValues(provider.functions, protocolFunction),
        listResourceSchemas: mapValues(provider.listResources, protocolSchema),
        actionSchemas: mapValues(provider.actions, (action) => ({ schema: protocolSchema(action) })),
        serverCapabilities,
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
