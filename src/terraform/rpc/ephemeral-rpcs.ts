import { PrivateState } from "../definition/private-state";
import type { RenewEphemeralResource_Request } from "../protocol/generated/tfplugin6";
import { rejectGenerated } from "../schema/validation";
import { encodeState } from "./dynamic-value";
import type { Rpcs, Session } from "./session";

type EphemeralRpcs = Rpcs<"openEphemeralResource" | "renewEphemeralResource" | "closeEphemeralResource">;

/** The RPCs of ephemeral resources. */
export function ephemeralRpcs(session: Session): EphemeralRpcs {
  /** Renews or closes an open resource. */
  const later = (verb: "renew" | "close", request: RenewEphemeralResource_Request, signal: AbortSignal) => {
    const resource = session.find("ephemeralResources", request.typeName);
    const privateState = new PrivateState(request.private);
    const doing = `${verb} ${request.typeName}`;
    return session.answer(resource.attributes, doing, async (diagnostics) => {
      const call = { context: session.requireContext(doing), diagnostics, privateState, signal };
      const renewAt: unknown = await resource[verb]?.(call);
      return { private: privateState.toBytes(), ...(renewAt instanceof Date && { renewAt }) };
    });
  };
  return {
    async openEphemeralResource(request, { signal }) {
      const resource = session.find("ephemeralResources", request.typeName);
      const { attributes } = resource;
      const doing = `open ${request.typeName}`;
      return session.answer(attributes, doing, async (diagnostics) => {
        const config = session.config(resource, request.config);
        rejectGenerated(attributes, config, diagnostics);
        if (diagnostics.hasErrors) return undefined;
        const context = session.requireContext(doing);
        const privateState = new PrivateState();
        const { result, renewAt } = await resource.open({
          config,
          context,
          diagnostics,
          privateState,
          signal,
        });
        return {
          result: encodeState(attributes, result),
          private: privateState.toBytes(),
          ...(renewAt && { renewAt }),
        };
      });
    },

    renewEphemeralResource: (request, { signal }) => later("renew", request, signal),

    async closeEphemeralResource(request, { signal }) {
      const { diagnostics } = await later("close", request, signal);
      return { diagnostics };
    },
  };
}
