import { PrivateState } from "../definition/private-state";
import { Diagnostics } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import type { RenewEphemeralResource_Request } from "../protocol/generated/tfplugin6";
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
  /** Renews or closes an open resource. */
  const later = async (
    verb: "renew" | "close",
    request: RenewEphemeralResource_Request,
    signal: AbortSignal,
  ) => {
    const resource = resourceOf(request.typeName);
    const diagnostics = new Diagnostics();
    const privateState = new PrivateState(request.private);
    const doing = `${verb} ${request.typeName}`;
    const done = await session.attempt<unknown>(diagnostics, doing, () =>
      resource[verb]?.({ context: session.requireContext(doing), diagnostics, privateState, signal }),
    );
    return { done, privateState, diagnostics: protocolDiagnostics(resource.attributes, diagnostics.list) };
  };
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
      const { done: renewAt, privateState, diagnostics } = await later("renew", request, signal);
      return { private: privateState.toBytes(), ...(renewAt instanceof Date && { renewAt }), diagnostics };
    },

    async closeEphemeralResource(request, { signal }) {
      const { diagnostics } = await later("close", request, signal);
      return { diagnostics };
    },
  };
}
