import { PrivateState } from "../definition/private-state";
import type { Diagnostics } from "../diagnostics";
import { keepSemanticallyEqual, mapAttributes, planChange, withoutSecrets } from "../planning/plan-change";
import type { Attributes } from "../schema/attribute";
import { rejectGenerated } from "../schema/validation";
import { encodeMsgpack } from "../values/msgpack";
import type { ObjectValue } from "../values/object-value";
import { mapElements, type Path, ValueError } from "../values/path";
import { isFullyKnown, Unknown, type Value } from "../values/value";
import { currentIdentity } from "./identity";
import { encodeObject, protocolPath } from "./protocol-forms";
import type { Rpcs, Session } from "./session";

/** The RPCs that change managed resources. */
export function changeRpcs(session: Session) {
  return {
    /** Plans the create, update or destroy of one object. */
    async planResourceChange(request) {
      const resource = session.find("resources", request.typeName);
      const { attributes } = resource;
      const prior = session.decode(resource, request.priorState);
      const { priorPrivate, priorIdentity } = request;
      const privateState =
        prior === null ? PrivateState.ofPlannedCreate(priorPrivate) : new PrivateState(priorPrivate);
      const response = (planned: ObjectValue | null, replace: readonly Path[]) => ({
        plannedState: encodeObject(attributes, planned),
        requiresReplace: replace.map((path) => protocolPath(attributes, path)),
        plannedPrivate: prior === null ? privateState.toBytes() : privateState.toPlannedBytes(),
        // A new object has no identity. The plan of a replacement receives that of the old object.
        plannedIdentity: prior === null ? undefined : priorIdentity,
      });

      return session.answer(attributes, `plan ${request.typeName}`, async (diagnostics) => {
        const { context } = session;
        const proposed = session.decode(resource, request.proposedNewState);
        if (proposed === null) {
          if (prior !== null) await resource.planDestroy?.({ context, prior, diagnostics, privateState });
          return response(null, []);
        }
        const config = session.config(resource, request.config);
        rejectGenerated(attributes, config, diagnostics, prior);
        if (diagnostics.hasErrors) return response(proposed, []);
        const { planned, replace } = planChange(attributes, { prior, proposed, config });
        await resource.plan?.({
          context,
          diagnostics,
          privateState,
          config: config as never,
          prior,
          isReplacement: privateState.isOfReplacement,
          plan: planned as never,
          requireReplace: (path) => replace.push(path),
          keepPrior(name) {
            planned[name] = prior?.[name] ?? null;
            const isOther = ([step]: Path) => !(step && "attribute" in step && step.attribute === name);
            replace.splice(0, replace.length, ...replace.filter(isOther));
          },
          replacePaths: replace,
        });
        return response(planned, replace);
      });
    },

    /** Creates, updates or destroys one object. Returns the resulting state, also after a failure midway. */
    async applyResourceChange(request, { signal }) {
      const resource = session.find("resources", request.typeName);
      const { attributes } = resource;
      const prior = session.decode(resource, request.priorState);
      const plan = session.decode(resource, request.plannedState);
      const privateState = privateStateFor(prior, plan, request.plannedPrivate);
      const operation = `${plan === null ? "destroy" : prior === null ? "create" : "update"} ${request.typeName}`;
      return session.answer(attributes, operation, async (diagnostics) => {
        let state = prior;
        const isApplied = await session.attempt(diagnostics, operation, async () => {
          const context = session.requireContext(operation);
          const call = { context, diagnostics, privateState, signal };
          const config = session.config(resource, request.config);
          const savePartial = (partial: object) => {
            state = { ...(state ?? plan), ...partial };
          };
          if (plan !== null) {
            const write = { ...call, plan, config, savePartial };
            const written = prior === null ? resource.create(write) : resource.update({ ...write, prior });
            state = (await written) as ObjectValue;
            state &&= keepSemanticallyEqual(attributes, state, plan);
          } else {
            if (prior !== null) await resource.delete({ ...call, prior, savePartial });
            state = null;
          }
          return true;
        });

        const storable = state && withoutSecrets(attributes, withoutUnknown(state) as ObjectValue);
        if (isApplied && !isFullyKnown(state)) {
          diagnostics.error(
            "Internal provider error",
            `This is a bug in the provider. It left values unknown after it tried to ${operation}. They are null in state. Report the bug.`,
          );
        }
        return {
          newState: encodeReturned(attributes, storable, diagnostics),
          newIdentity: currentIdentity(session, resource, storable, request.plannedIdentity, diagnostics),
          private: privateState.toBytes(),
        };
      });
    },
  } satisfies Partial<Rpcs>;
}

function privateStateFor(prior: ObjectValue | null, plan: ObjectValue | null, bytes: Uint8Array) {
  if (plan === null) return PrivateState.ofDelete(bytes);
  return prior === null ? PrivateState.ofCreate(bytes) : new PrivateState(bytes);
}

function withoutUnknown(value: Value): Value {
  return value instanceof Unknown ? null : (mapElements(value, withoutUnknown) ?? null);
}

/**
 * Encodes the state after a write. An attribute of the wrong type becomes an error and null, so that one invalid value
 * does not lose the object that was just created.
 */
function encodeReturned(attributes: Attributes, state: ObjectValue | null, diagnostics: Diagnostics) {
  try {
    return encodeObject(attributes, state);
  } catch (thrown) {
    if (state === null || !(thrown instanceof ValueError)) throw thrown;
    return encodeObject(attributes, withoutInvalid(attributes, state, diagnostics));
  }
}

function withoutInvalid(attributes: Attributes, state: ObjectValue, diagnostics: Diagnostics): ObjectValue {
  return mapAttributes(attributes, ({ type }, name) => {
    const value = state[name] ?? null;
    try {
      encodeMsgpack(type, value);
      return value;
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      diagnostics.error(
        "Internal provider error",
        `This is a bug in the provider. It returned an invalid value for ${name}, which is null in state. Report the bug. The error was: ${why}`,
        [{ attribute: name }],
      );
      return null;
    }
  });
}
