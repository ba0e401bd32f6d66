import { Diagnostics } from "../diagnostics";
import { withoutSecrets } from "../planning/plan-change";
import { rejectGenerated } from "../schema/validation";
import type { ProviderHandlers } from "../serve/handlers";
import type { ObjectValue } from "../values/object-value";
import { encodeObject } from "./dynamic-value";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";
import { validate } from "./validate";

/** The RPCs of data sources. */
export function dataRpcs(
  session: Session,
): Pick<ProviderHandlers, "validateDataResourceConfig" | "readDataSource"> {
  const sourceOf = (typeName: string) => session.find(session.provider.dataSources, "data source", typeName);
  return {
    async validateDataResourceConfig({ typeName, config }) {
      return validate(session, typeName, sourceOf(typeName), config, {
        writeOnly: false,
        generated: true,
      });
    },

    async readDataSource(request, { signal }) {
      const source = sourceOf(request.typeName);
      const { attributes } = source;
      const diagnostics = new Diagnostics();
      const doing = `read ${request.typeName}`;
      const config = session.decode(source, request.config) ?? {};
      rejectGenerated(attributes, config, diagnostics);
      const state = diagnostics.hasErrors
        ? undefined
        : await session.attempt(diagnostics, doing, () =>
            source.read({ config, context: session.requireContext(doing), diagnostics, signal }),
          );
      return {
        state: encodeObject(
          attributes,
          state === undefined ? null : withoutSecrets(attributes, state as ObjectValue),
        ),
        diagnostics: protocolDiagnostics(attributes, diagnostics.list),
      };
    },
  };
}
