import { PrivateState } from "../definition/private-state";
import { Diagnostics } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import { rejectGenerated } from "../schema/validation";
import type { ProviderHandlers } from "../serve/handlers";
import type { ObjectValue } from "../values/object-value";
import { encodeObject } from "./dynamic-value";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";
import { validate } from "./validate";

type EphemeralRpcs = Pick<
  ProviderHandlers,
  | "validateEphemeralResourceConfig"
  | "openEphemeralResource"
  | "renewEphemeralResource"
  | "closeEphemeralResource"
>;

/** The RPCs of ephemeral resources. */
export function ephemeralRpcs(session: Session): EphemeralRpcs {
  const resourceOf = (typeName: string) =>
    session.find(session.provider.ephemeralResources, "ephemeral resource", typeName);
  return {
    async validateEphemeralResourceConfig({ typeName, config }) {
      return validate(session, typeName, resourceOf(typeName), config, {
        writeOnly: false,
        generated: true,
      });
    },

    async openEphemeralResource(request, { signal }) {
      const resource = resourceOf(request.typeName);
      const { attributes } = resource;
      const diagnostics = new Diagnostics();
      const privateState = new PrivateState();
      const doing = `open ${request.typeName}`;
      const opened = await session.attempt(diagnostics, doing, () => {
        const config = session.decode(resource, request.config) ?? {};
        rejectGenerated(attributes, config, diagnostics);
        if (diagnostics.hasErrors) return undefined;
        const context = session.requireContext(doing);
        return resource.open({ config, context, diagnostics, privateState, signal });
      });
      return {
        result: encodeObject(
          attributes,
          opened === undefined ? null : withoutSecrets(attributes, opened.result as ObjectValue),
        ),
        private: privateState.toBytes(),
        ...(opened?.renewAt && { renewAt: opened.renewAt }),
        diagnostics: protocolDiagnostics(attributes, diagnostics.list),
      };
    },

    async renewEphemeralResource(request, { signal }) {
      const resource = resourceOf(request.typeName);
      const diagnostics = new Diagnostics();
      const privateState = new PrivateState(request.private);
      const doing = `renew ${request.typeName}`;
      const renewAt = await session.attempt(diagnostics, doing, () =>
        resource.renew?.({ context: session.requireContext(doing), diagnostics, privateState, signal }),
      );
      return {
        private: privateState.toBytes(),
        ...(renewAt && { renewAt }),
        diagnostics: protocolDiagnostics(resource.attributes, diagnostics.list),
      };
    },

    async closeEphemeralResource(request, { signal }) {
      const resource = resourceOf(request.typeName);
      const diagnostics = new Diagnostics();
      const privateState = new PrivateState(request.private);
      const doing = `close ${request.typeName}`;
      await session.attempt(diagnostics, doing, () =>
        resource.close?.({ context: session.requireContext(doing), diagnostics, privateState, signal }),
      );
      return { diagnostics: protocolDiagnostics(resource.attributes, diagnostics.list) };
    },
  };
}
