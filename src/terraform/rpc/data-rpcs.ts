import { rejectGenerated } from "../schema/validation";
import { encodeState } from "./dynamic-value";
import type { Rpcs, Session } from "./session";

/** The RPC that reads data sources. */
export function dataRpcs(session: Session): Rpcs<"readDataSource"> {
  return {
    async readDataSource(request, { signal }) {
      const source = session.find("dataSources", request.typeName);
      const { attributes } = source;
      const doing = `read ${request.typeName}`;
      return session.answer(attributes, doing, async (diagnostics) => {
        const config = session.config(source, request.config);
        rejectGenerated(attributes, config, diagnostics);
        if (diagnostics.hasErrors) return undefined;
        const context = session.requireContext(doing);
        return {
          state: encodeState(attributes, await source.read({ config, context, diagnostics, signal })),
        };
      });
    },
  };
}
