import { PrivateState } from "../definition/private-state";
import type { AnyResource, Call } from "../definition/resource";
import { Diagnostics } from "../diagnostics";
import { keepSemanticallyEqual, withoutSecrets } from "../planning/plan-change";
import type {
  ApplyResourceChange_Request,
  ApplyResourceChange_Response,
} from "../protocol/generated/tfplugin6";
import { isFullyKnown } from "../values/known";
import { asObject, type ObjectValue, objectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";
import { currentIdentity } from "./identity";
import { protocolDiagnostics } from "./protocol-diagnostic";
import { encodeReturned } from "./returned-state";
import type { Session } from "./session";

/** Creates, updates or destroys one object, and returns what is true afterwards, also when that failed midway. */
export async function applyResourceChange(
  session: Session,
  request: ApplyResourceChange_Request,
  signal: AbortSignal,
): Promise<ApplyResourceChange_Response> {
  const resource = session.find(session.provider.resources, "resource type", request.typeName);
  const { attributes } = resource;
  const diagnostics = new Diagnostics();
  const prior = session.decode(resource, request.priorState);
  const plan = session.decode(resource, request.plannedState);
  const privateState = notesFor(prior, plan, request.plannedPrivate);
  const doing = `${plan === null ? "destroy" : prior === null ? "create" : "update"} ${request.typeName}`;

  let kept = prior;
  const applied = await session.attempt(diagnostics, doing, async () => {
    const call: Call<unknown> = { context: session.requireContext(doing), diagnostics, privateState, signal };
    const config = session.decode(resource, request.config) ?? {};
    const savePartial = (state: ObjectValue) => {
      kept = merged(plan, kept, state);
    };
    kept = await carryOut(resource, call, { prior, plan, config, savePartial });
    return { state: kept && plan && keepSemanticallyEqual(attributes, kept, plan) };
  });

  const state = applied === undefined ? kept : applied.state;
  const known = state && withoutSecrets(attributes, withoutUnknown(state));
  if (state !== null && applied !== undefined && !isFullyKnown(state)) {
    diagnostics.error(
      "Defect in the provider",
      `After it tried to ${doing}, the provider left values unknown. They are null in state now. Please report this.`,
    );
  }
  const newIdentity = currentIdentity(session, resource, known, request.plannedIdentity, diagnostics);
  return {
    newState: encodeReturned(attributes, known, diagnostics),
    ...(newIdentity && { newIdentity }),
    private: privateState.toBytes(),
    diagnostics: protocolDiagnostics(attributes, diagnostics.list),
  };
}

function notesFor(prior: ObjectValue | null, plan: ObjectValue | null, bytes: Uint8Array): PrivateState {
  if (plan === null) return PrivateState.ofDelete(bytes);
  return prior === null ? PrivateState.ofCreate(bytes) : new PrivateState(bytes);
}

interface Wanted {
  readonly prior: ObjectValue | null;
  readonly plan: ObjectValue | null;
  readonly config: ObjectValue;
  savePartial(state: ObjectValue): void;
}

async function carryOut(
  resource: AnyResource<unknown>,
  call: Call<unknown>,
  { prior, plan, config, savePartial }: Wanted,
): Promise<ObjectValue | null> {
  if (plan !== null) {
    const write = { ...call, plan, config, savePartial: savePartial as (state: object) => void };
    const state = prior === null ? await resource.create(write) : await resource.update({ ...write, prior });
    return state as ObjectValue;
  }
  if (prior !== null) await resource.delete({ ...call, prior });
  return null;
}

/** What is kept of an object midway: what the resource said, over what was there before or is planned. */
function merged(plan: ObjectValue | null, before: ObjectValue | null, said: ObjectValue): ObjectValue {
  return objectValue([...Object.entries(before ?? plan ?? {}), ...Object.entries(said)]);
}

/** What is unknown has no value yet. */
function withoutUnknown(value: ObjectValue): ObjectValue {
  return objectValue(Object.entries(value).map(([name, part]) => [name, settled(part)] as const));
}

function settled(value: Value): Value {
  if (value instanceof Unknown) return null;
  if (Array.isArray(value)) return value.map(settled);
  const object = asObject(value);
  return object === null ? (value ?? null) : withoutUnknown(object);
}
