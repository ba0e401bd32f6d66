import { PrivateState } from "../definition/private-state";
import { DiagnosticError } from "../diagnostics";
import { generatedConfig } from "../planning/generated-config";
import type { ObjectValue } from "../values/object-value";
import { currentIdentity, decodeIdentity, storedIdentity } from "./identity";
import { decodeObject, encodeObject, encodeState } from "./protocol-forms";
import type { Rpcs, Session } from "./session";
import { currentState, readCurrent } from "./stored-state";

/** The RPCs of managed resources, except for changes. */
export function resourceRpcs(session: Session) {
  const resourceOf = (typeName: string) => session.find("resources", typeName);
  return {
    async upgradeResourceState({ typeName, version, rawState }) {
      const resource = resourceOf(typeName);
      const { attributes } = resource;
      const upgraded = await session.answer(attributes, `read the stored state of ${typeName}`, () => {
        const state = currentState(resource, typeName, version, rawState);
        session.collectSecrets(resource, state);
        return { upgradedState: encodeObject(attributes, state) };
      });
      return { upgradedState: encodeObject(attributes, null), ...upgraded };
    },

    async upgradeResourceIdentity({ typeName, rawIdentity }) {
      return { upgradedIdentity: storedIdentity(resourceOf(typeName), rawIdentity) };
    },

    async readResource(request, { signal }) {
      const resource = resourceOf(request.typeName);
      const { attributes } = resource;
      const privateState = new PrivateState(request.private);
      const state = session.decode(resource, request.currentState);
      const operation = `read ${request.typeName}`;
      const { context } = session;
      return session.answer(attributes, operation, async (diagnostics) => {
        const read = await session.attempt(diagnostics, operation, () => {
          if (state === null || context !== undefined)
            return state && readCurrent(resource, { context, diagnostics, privateState, signal, state });
          diagnostics.warning(
            "Refresh skipped",
            `The provider did not read ${request.typeName}, because its configuration is known only after apply. The plan uses the values in state.`,
          );
          return state;
        });
        const now = read === undefined ? state : read;
        return {
          newState: encodeState(attributes, now),
          private: privateState.toBytes(),
          newIdentity: currentIdentity(session, resource, now, request.currentIdentity, diagnostics),
        };
      });
    },

    async importResourceState({ typeName, id, identity: sent }, { signal }) {
      const resource = resourceOf(typeName);
      const { attributes } = resource;
      const operation = `import ${typeName}`;
      return session.answer(attributes, operation, async (diagnostics) => {
        if (resource.import === undefined)
          throw new DiagnosticError("Import not supported", `${typeName} cannot be imported.`);
        const privateState = new PrivateState();
        const call = { context: session.requireContext(operation), diagnostics, privateState, signal };
        const target = { id, identity: decodeIdentity(resource, sent) };
        const state = (await resource.import({ ...call, ...target })) as ObjectValue;
        if (diagnostics.hasErrors) return undefined;
        const imported = {
          typeName,
          state: encodeState(attributes, state),
          identity: currentIdentity(session, resource, state, undefined, diagnostics),
          private: privateState.toBytes(),
        };
        return { importedResources: [imported] };
      });
    },

    async generateResourceConfig({ typeName, state: sent }) {
      const { attributes } = resourceOf(typeName);
      return session.answer(attributes, `generate the configuration of ${typeName}`, (diagnostics) => {
        const state = decodeObject(attributes, sent);
        // Terraform crashes on a null object.
        if (state === null)
          throw new DiagnosticError(
            "Configuration generation failed",
            `Terraform did not send the state of the ${typeName}. Version 1.14.0 has this defect: use 1.14.1 or later.`,
          );
        const config = generatedConfig(attributes, state);
        for (const [name, value] of Object.entries(config)) {
          if (value === null || state[name] !== null) continue;
          diagnostics.warning(
            `Unknown ${name} in generated configuration`,
            `The API does not return ${name} of this ${typeName}, and the configuration requires it. The generated value ${JSON.stringify(value)} is a placeholder: correct it before you apply.`,
          );
        }
        return { config: encodeObject(attributes, config) };
      });
    },

    async moveResourceState({ targetTypeName, sourceTypeName, sourceProviderAddress }) {
      throw new DiagnosticError(
        "Move not supported",
        `${targetTypeName} does not accept a ${sourceTypeName} of ${sourceProviderAddress}.`,
      );
    },
  } satisfies Partial<Rpcs>;
}
