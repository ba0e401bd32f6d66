import { PrivateState } from "../definition/private-state";
import { DiagnosticError, type Diagnostics } from "../diagnostics";
import { generatedConfig } from "../planning/generated-config";
import type { ObjectValue } from "../values/object-value";
import type { Value } from "../values/value";
import { applyResourceChange } from "./apply-rpc";
import { decodeObject, encodeObject, encodeState } from "./dynamic-value";
import { currentIdentity, decodeIdentity, storedIdentity } from "./identity";
import { planResourceChange } from "./plan-rpc";
import { readCurrent } from "./refresh";
import type { Rpcs, Session } from "./session";
import { currentState } from "./stored-state";

/** The RPCs of managed resources. */
export function resourceRpcs(session: Session) {
  const resourceOf = (typeName: string) => session.find("resources", typeName);
  return {
    async upgradeResourceState({ typeName, version, rawState }) {
      const resource = resourceOf(typeName);
      const { attributes } = resource;
      const operation = `read the stored state of ${typeName}`;
      return session.answer(attributes, operation, async (diagnostics) => {
        const state = await session.attempt(diagnostics, operation, () =>
          currentState(resource, typeName, version, rawState),
        );
        session.collectSecrets(resource, state ?? null);
        return { upgradedState: encodeObject(attributes, state ?? null) };
      });
    },

    async upgradeResourceIdentity({ typeName, rawIdentity }) {
      const upgradedIdentity = storedIdentity(resourceOf(typeName), rawIdentity);
      return { ...(upgradedIdentity && { upgradedIdentity }) };
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
        const newIdentity = currentIdentity(session, resource, now, request.currentIdentity, diagnostics);
        return {
          newState: encodeState(attributes, now),
          private: privateState.toBytes(),
          ...(newIdentity && { newIdentity }),
        };
      });
    },

    planResourceChange: (request) => planResourceChange(session, request),

    applyResourceChange: (request, { signal }) => applyResourceChange(session, request, signal),

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
        const identity = currentIdentity(session, resource, state, undefined, diagnostics);
        const imported = { typeName, state: encodeState(attributes, state), private: privateState.toBytes() };
        return { importedResources: [{ ...imported, ...(identity && { identity }) }] };
      });
    },

    async generateResourceConfig({ typeName, state: sent }) {
      const { attributes } = resourceOf(typeName);
      return session.answer(attributes, `generate the configuration of ${typeName}`, (diagnostics) => {
        const state = decodeObject(attributes, sent);
        if (state !== null) {
          const config = generatedConfig(attributes, state);
          const names = Object.keys(config).filter((name) => config[name] !== null && state[name] === null);
          for (const name of names) warnOfGenerated(typeName, name, config[name], diagnostics);
          return { config: encodeObject(attributes, config) };
        }
        // Terraform crashes on a null object.
        throw new DiagnosticError(
          "Configuration generation failed",
          `Terraform did not send the state of the ${typeName}. Version 1.14.0 has this defect: use 1.14.1 or later.`,
        );
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

function warnOfGenerated(
  typeName: string,
  name: string,
  value: Value | undefined,
  diagnostics: Diagnostics,
): void {
  diagnostics.warning(
    `Unknown ${name} in generated configuration`,
    `The API does not return ${name} of this ${typeName}, and the configuration requires it. The generated value ${JSON.stringify(value)} is a placeholder: correct it before you apply.`,
  );
}
