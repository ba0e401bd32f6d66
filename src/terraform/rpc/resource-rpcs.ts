import { PrivateState } from "../definition/private-state";
import { Diagnostics } from "../diagnostics";
import { inKnownSpelling, withoutSecrets } from "../planning/plan-change";
import type { ProviderHandlers } from "../serve/handlers";
import type { ObjectValue } from "../values/object-value";
import { applyResourceChange } from "./apply-rpc";
import { encodeObject } from "./dynamic-value";
import { planResourceChange } from "./plan-rpc";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";
import { currentState, storedJson } from "./stored-state";
import { validate } from "./validate";

type ResourceRpcs = Pick<
  ProviderHandlers,
  | "validateResourceConfig"
  | "upgradeResourceState"
  | "readResource"
  | "planResourceChange"
  | "applyResourceChange"
  | "importResourceState"
  | "moveResourceState"
>;

/** The calls in the life of a managed resource. */
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
      session.learn(resource, state ?? null);
      return {
        upgradedState: encodeObject(resource.attributes, state ?? null),
        diagnostics: protocolDiagnostics(resource.attributes, diagnostics.list),
      };
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
            "Not refreshed",
            `The provider's configuration is not known yet, so ${request.typeName} was not read: the plan shows what the state holds.`,
          );
          return { now: state };
        }
        const now = (await resource.read({
          context,
          diagnostics,
          privateState,
          signal,
          state,
        })) as ObjectValue | null;
        return { now: now && inKnownSpelling(attributes, now, state) };
      });
      const now = read === undefined ? state : read.now;
      return {
        newState: encodeObject(attributes, now && withoutSecrets(attributes, now)),
        private: privateState.toBytes(),
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
          diagnostics.error("Import is not supported", `${request.typeName} cannot be imported.`);
          return undefined;
        }
        const context = session.requireContext(doing);
        return resource.import({ context, diagnostics, privateState, signal, id: request.id });
      });
      const imported =
        state === undefined || diagnostics.hasErrors
          ? []
          : [
              {
                typeName: request.typeName,
                state: encodeObject(attributes, withoutSecrets(attributes, state as ObjectValue)),
                private: privateState.toBytes(),
              },
            ];
      return { importedResources: imported, diagnostics: protocolDiagnostics(attributes, diagnostics.list) };
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
          "Move is not supported",
          `${request.targetTypeName} cannot take over a ${request.sourceTypeName} of ${request.sourceProviderAddress}.`,
        );
        return undefined;
      });
      return {
        targetState: encodeObject(attributes, state === undefined ? null : withoutSecrets(attributes, state)),
        targetPrivate: new Uint8Array(),
        diagnostics: protocolDiagnostics(attributes, diagnostics.list),
      };
    },
  };
}
