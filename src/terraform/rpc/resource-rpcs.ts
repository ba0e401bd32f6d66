import { PrivateState } from "../definition/private-state";
import { Diagnostics } from "../diagnostics";
import { generatedConfig } from "../planning/generated-config";
import { withoutSecrets } from "../planning/plan-change";
import type { ProviderHandlers } from "../serve/handlers";
import type { ObjectValue } from "../values/object-value";
import { applyResourceChange } from "./apply-rpc";
import { decodeObject, encodeObject } from "./dynamic-value";
import { currentIdentity, decodeIdentity, storedIdentity } from "./identity";
import { planResourceChange } from "./plan-rpc";
import { protocolDiagnostics } from "./protocol-diagnostic";
import { readCurrent } from "./refresh";
import type { Session } from "./session";
import { currentState, storedJson } from "./stored-state";
import { validate } from "./validate";

type ResourceRpcs = Pick<
  ProviderHandlers,
  | "validateResourceConfig"
  | "upgradeResourceState"
  | "upgradeResourceIdentity"
  | "readResource"
  | "planResourceChange"
  | "applyResourceChange"
  | "importResourceState"
  | "generateResourceConfig"
  | "moveResourceState"
>;

/** The RPCs of managed resources. */
export function resourceRpcs(session: Session): ResourceRpcs {
  const resourceOf = (typeName: string) =>
    session.find(session.provider.resources, "resource type", typeName);
  return {
    async validateResourceConfig({ typeName, config, clientCapabilities }) {
      const writeOnly = clientCapabilities?.writeOnlyAttributesAllowed ?? false;
      return validate(session, typeName, resourceOf(typeName), config, {
        writeOnly,
        generated: true,
      });
    },

    async upgradeResourceState(request) {
      const resource = resourceOf(request.typeName);
      const diagnostics = new Diagnostics();
      const state = await session.attempt(diagnostics, `read the stored state of ${request.typeName}`, () =>
        currentState(resource, request.typeName, request.version, request.rawState),
      );
      session.collectSecrets(resource, state ?? null);
      return {
        upgradedState: encodeObject(resource.attributes, state ?? null),
        diagnostics: protocolDiagnostics(resource.attributes, diagnostics.list),
      };
    },

    async upgradeResourceIdentity({ typeName, rawIdentity }) {
      const upgradedIdentity = storedIdentity(resourceOf(typeName), rawIdentity);
      return { ...(upgradedIdentity && { upgradedIdentity }), diagnostics: [] };
    },

    async readResource(request, { signal }) {
      const resource = resourceOf(request.typeName);
      const { attributes } = resource;
      const diagnostics = new Diagnostics();
      const privateState = new PrivateState(request.private);
      const state = session.decode(resource, request.currentState);
      const doing = `read ${request.typeName}`;
      const { context } = session;
      const read = await session.attempt(diagnostics, doing, async () => {
        if (state === null) return { now: null };
        if (context === undefined) {
          diagnostics.warning(
            "Refresh skipped",
            `The provider did not read ${request.typeName}, because its configuration is known only after apply. The plan uses the values in state.`,
          );
          return { now: state };
        }
        return { now: await readCurrent(resource, { context, diagnostics, privateState, signal, state }) };
      });
      const now = read === undefined ? state : read.now;
      const newIdentity = currentIdentity(session, resource, now, request.currentIdentity, diagnostics);
      return {
        newState: encodeObject(attributes, now && withoutSecrets(attributes, now)),
        private: privateState.toBytes(),
        ...(newIdentity && { newIdentity }),
        diagnostics: protocolDiagnostics(attributes, diagnostics.list),
      };
    },

    planResourceChange: (request) => planResourceChange(session, request),

    applyResourceChange: (request, { signal }) => applyResourceChange(session, request, signal),

    async importResourceState(request, { signal }) {
      const resource = resourceOf(request.typeName);
      const { attributes } = resource;
      const diagnostics = new Diagnostics();
      const privateState = new PrivateState();
      const doing = `import ${request.typeName}`;
      const state = await session.attempt(diagnostics, doing, async () => {
        if (resource.import === undefined) {
          diagnostics.error("Import not supported", `${request.typeName} cannot be imported.`);
          return undefined;
        }
        const context = session.requireContext(doing);
        const given = { id: request.id, identity: decodeIdentity(resource, request.identity) };
        return (await resource.import({
          context,
          diagnostics,
          privateState,
          signal,
          ...given,
        })) as ObjectValue;
      });
      const importedResource = (found: ObjectValue) => {
        const identity = currentIdentity(session, resource, found, undefined, diagnostics);
        return {
          typeName: request.typeName,
          state: encodeObject(attributes, withoutSecrets(attributes, found)),
          private: privateState.toBytes(),
          ...(identity && { identity }),
        };
      };
      const importedResources = state === undefined || diagnostics.hasErrors ? [] : [importedResource(state)];
      return { importedResources, diagnostics: protocolDiagnostics(attributes, diagnostics.list) };
    },

    async generateResourceConfig(request) {
      const { attributes } = resourceOf(request.typeName);
      const diagnostics = new Diagnostics();
      const state = decodeObject(attributes, request.state);
      if (state !== null)
        return { config: encodeObject(attributes, generatedConfig(attributes, state)), diagnostics: [] };
      // Terraform crashes on a null object.
      diagnostics.error(
        "Configuration generation failed",
        `Terraform did not send the state of the ${request.typeName}. Version 1.14.0 has this defect: use 1.14.1 or later.`,
      );
      return { diagnostics: protocolDiagnostics(attributes, diagnostics.list) };
    },

    async moveResourceState(request) {
      const resource = resourceOf(request.targetTypeName);
      const { attributes } = resource;
      const diagnostics = new Diagnostics();
      const state = await session.attempt(diagnostics, `move ${request.sourceTypeName}`, () => {
        const moved = resource.move?.({
          provider: request.sourceProviderAddress,
          type: request.sourceTypeName,
          version: request.sourceSchemaVersion,
          state: storedJson(request.sourceState),
        });
        if (moved !== undefined) return moved as ObjectValue;
        diagnostics.error(
          "Move not supported",
          `${request.targetTypeName} does not accept a ${request.sourceTypeName} of ${request.sourceProviderAddress}.`,
        );
        return undefined;
      });
      const targetIdentity = currentIdentity(session, resource, state ?? null, undefined, diagnostics);
      return {
        targetState: encodeObject(attributes, state === undefined ? null : withoutSecrets(attributes, state)),
        targetPrivate: new Uint8Array(),
        ...(targetIdentity && { targetIdentity }),
        diagnostics: protocolDiagnostics(attributes, diagnostics.list),
      };
    },
  };
}
