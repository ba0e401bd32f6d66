import type { AnyDataSource } from "../definition/definition";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import { rejectGenerated } from "../schema/validation";
import { encodeState } from "./protocol-forms";
import type { Rpcs, Session } from "./session";

/** The RPCs of data sources and ephemeral resources. Ephemeral resources are not renewed, and have nothing to close. */
export function readRpcs(session: Session) {
  const read = (
    source: Pick<AnyDataSource<unknown>, "attributes" | "read">,
    operation: string,
    sent: DynamicValue | undefined,
    signal: AbortSignal,
  ) =>
    session.answer(source.attributes, operation, async (diagnostics) => {
      const config = session.config(source, sent);
      rejectGenerated(source.attributes, config, diagnostics);
      if (diagnostics.hasErrors) return undefined;
      const context = session.requireContext(operation);
      const values = await source.read({ config, context, diagnostics, signal });
      return { values: encodeState(source.attributes, values) };
    });
  return {
    async readDataSource({ typeName, config }, { signal }) {
      const source = session.find("dataSources", typeName);
      const { values, diagnostics } = await read(source, `read ${typeName}`, config, signal);
      return { diagnostics, ...(values && { state: values }) };
    },

    async openEphemeralResource({ typeName, config }, { signal }) {
      const resource = session.find("ephemeralResources", typeName);
      const source = { attributes: resource.attributes, read: resource.open };
      const { values, diagnostics } = await read(source, `open ${typeName}`, config, signal);
      return { diagnostics, ...(values && { result: values }) };
    },

    closeEphemeralResource: async () => ({}),
  } satisfies Partial<Rpcs>;
}
