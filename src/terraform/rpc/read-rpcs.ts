import type { DataSource } from "../definition/definition";
import type { DynamicValue } from "../protocol/generated/tfplugin6";
import { rejectGenerated } from "../schema/validation";
import type { Call } from "../serve/handlers";
import { encodeState } from "./protocol-forms";
import type { Rpcs, Session } from "./session";

/** The RPCs of data sources and ephemeral resources. Ephemeral resources are not renewed, and have nothing to close. */
export function readRpcs(session: Session) {
  /** Reads values, and returns them in a field of the response. */
  const read = <Field extends string>(
    field: Field,
    source: Pick<DataSource, "attributes" | "read">,
    operation: string,
    sent: DynamicValue | undefined,
    { signal }: Call,
  ) =>
    session.answer(source.attributes, operation, async (diagnostics) => {
      const config = session.config(source, sent);
      rejectGenerated(source.attributes, config, diagnostics);
      if (diagnostics.hasErrors) return undefined;
      const context = session.requireContext(operation);
      const values = await source.read({ config, context, diagnostics, signal });
      return { [field]: encodeState(source.attributes, values) } as Record<Field, DynamicValue>;
    });
  return {
    readDataSource: ({ typeName, config }, call) =>
      read("state", session.find("dataSources", typeName), `read ${typeName}`, config, call),

    async openEphemeralResource({ typeName, config }, call) {
      const { attributes, open } = session.find("ephemeralResources", typeName);
      return read("result", { attributes, read: open }, `open ${typeName}`, config, call);
    },

    closeEphemeralResource: async () => ({}),
  } satisfies Partial<Rpcs>;
}
