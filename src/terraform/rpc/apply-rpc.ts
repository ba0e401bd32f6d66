import { PrivateState } from "../definition/private-state";
import type { Diagnostics } from "../diagnostics";
import { keepSemanticallyEqual, withoutSecrets } from "../planning/plan-change";
import type {
  ApplyResourceChange_Request,
  ApplyResourceChange_Response,
  DynamicValue,
} from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { encodeMsgpack } from "../values/msgpack";
import { type ObjectValue, objectValue } from "../values/object-value";
import { mapElements } from "../values/path";
import { isFullyKnown, Unknown, type Value } from "../values/value";
import { ValueError } from "../values/value-error";
import { encodeObject } from "./dynamic-value";
import { currentIdentity } from "./identity";
import type { Session } from "./session";

/** Creates, updates or destroys one object. Returns the resulting state, also after a failure midway. */
export async function applyResourceChange(
  session: Session,
  request: ApplyResourceChange_Request,
  signal: AbortSignal,
): Promise<Partial<ApplyResourceChange_Response>> {
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
}

function privateStateFor(
  prior: ObjectValue | null,
  plan: ObjectValue | null,
  bytes: Uint8Array,
): PrivateState {
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
function encodeReturned(
  attributes: Attributes,
  state: ObjectValue | null,
  diagnostics: Diagnostics,
): DynamicValue {
  try {
    return encodeObject(attributes, state);
  } catch (thrown) {
    if (state === null || !(thrown instanceof ValueError)) throw thrown;
    return encodeObject(attributes, withoutInvalid(attributes, state, diagnostics));
  }
}

function withoutInvalid(attributes: Attributes, state: ObjectValue, diagnostics: Diagnostics): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { type }]) => {
      const value = state[name] ?? null;
      try {
        encodeMsgpack(type, value);
        return [name, value] as const;
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        diagnostics.error(
          "Internal provider error",
          `This is a bug in the provider. It returned an invalid value for ${name}, which is null in state. Report the bug. The error was: ${why}`,
          [{ attribute: name }],
        );
        return [name, null] as const;
      }
    }),
  );
}
