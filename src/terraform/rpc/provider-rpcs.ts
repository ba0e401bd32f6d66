import { Diagnostics } from "../diagnostics";
import type { GetProviderSchema_Response, ServerCapabilities } from "../protocol/generated/tfplugin6";
import type { ProviderHandlers } from "../serve/handlers";
import { identitySchema } from "./identity";
import { protocolDiagnostics } from "./protocol-diagnostic";
import { protocolFunction, protocolSchema } from "./protocol-schema";
import type { Session } from "./session";
import { validate } from "./validate";

const serverCapabilities: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

type ProviderRpcs = Pick<
  ProviderHandlers,
  | "getMetadata"
  | "getProviderSchema"
  | "getResourceIdentitySchemas"
  | "validateProviderConfig"
  | "configureProvider"
  | "stopProvider"
>;

/** The RPCs of the provider itself. */
export function providerRpcs(session: Session): ProviderRpcs {
  const { provider } = session;
  const { attributes } = provider;
  return {
    async getMetadata() {
      const named = (members: object) => Object.keys(members).map((typeName) => ({ typeName }));
      return {
        serverCapabilities,
        diagnostics: [],
        resources: named(provider.resources),
        dataSources: named(provider.dataSources),
        ephemeralResources: named(provider.ephemeralResources),
        functions: Object.keys(provider.functions).map((name) => ({ name })),
        listResources: named(provider.listResources),
        actions: named(provider.actions),
      };
    },

    async getProviderSchema(): Promise<GetProviderSchema_Response> {
      return {
        provider: protocolSchema(provider),
        resourceSchemas: mapValues(provider.resources, protocolSchema),
        dataSourceSchemas: mapValues(provider.dataSources, protocolSchema),
        ephemeralResourceSchemas: mapValues(provider.ephemeralResources, protocolSchema),
        functions: mapValues(provider.functions, protocolFunction),
        listResourceSchemas: mapValues(provider.listResources, protocolSchema),
        actionSchemas: mapValues(provider.actions, (action) => ({ schema: protocolSchema(action) })),
        serverCapabilities,
        diagnostics: [],
      };
    },

    async getResourceIdentitySchemas() {
      const identified = Object.entries(provider.resources).filter(
        ([, { identity }]) => identity !== undefined,
      );
      return { identitySchemas: mapValues(Object.fromEntries(identified), identitySchema), diagnostics: [] };
    },

    validateProviderConfig: ({ config }) =>
      validate(session, "the provider's configuration", provider, config, { writeOnly: true }),

    async configureProvider(request) {
      const diagnostics = new Diagnostics();
      const { terraformVersion } = request;
      await session.attempt(diagnostics, "configure the provider", async () => {
        const config = session.decode({ attributes }, request.config) ?? {};
        const call = { config: config as never, terraformVersion, diagnostics, stop: session.stop };
        session.setContext(await provider.configure(call));
      });
      return { diagnostics: protocolDiagnostics(attributes, diagnostics.list) };
    },

    async stopProvider() {
      session.logger.info("Terraform asked the provider to stop");
      session.requestStop();
      return { Error: "" };
    },
  };
}

function mapValues<T, R>(members: Readonly<Record<string, T>>, form: (member: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, form(member)]));
}
