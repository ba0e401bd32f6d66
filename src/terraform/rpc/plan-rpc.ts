import { PrivateState } from "../definition/private-state";
import type { AnyResource } from "../definition/resource";
import type { Diagnostics } from "../diagnostics";
import { planChange } from "../planning/plan-change";
import type {
  PlanResourceChange_Request,
  PlanResourceChange_Response,
} from "../protocol/generated/tfplugin6";
import { rejectGenerated } from "../schema/validation";
import type { ObjectValue } from "../values/object-value";
import type { Path, PathStep } from "../values/path";
import { encodeObject } from "./dynamic-value";
import { protocolPath } from "./protocol-diagnostic";
import type { Session } from "./session";

interface Plan {
  readonly planned: ObjectValue | null;
  readonly replace: readonly Path[];
}

interface Planning {
  readonly request: PlanResourceChange_Request;
  readonly prior: ObjectValue | null;
  readonly diagnostics: Diagnostics;
  readonly privateState: PrivateState;
}

/** Plans the create, update or destroy of one object. */
export async function planResourceChange(
  session: Session,
  request: PlanResourceChange_Request,
): Promise<Partial<PlanResourceChange_Response>> {
  const resource = session.find("resources", request.typeName);
  const { attributes } = resource;
  const prior = session.decode(resource, request.priorState);
  const { priorPrivate } = request;
  const privateState =
    prior === null ? PrivateState.ofPlannedCreate(priorPrivate) : new PrivateState(priorPrivate);
  return session.answer(attributes, `plan ${request.typeName}`, async (diagnostics) => {
    const planning = { request, prior, diagnostics, privateState };
    const { planned, replace } = await planOf(session, resource, planning);
    return {
      plannedState: encodeObject(attributes, planned),
      requiresReplace: replace.map((path) => protocolPath(attributes, path)),
      plannedPrivate: prior === null ? privateState.toBytes() : privateState.toPlannedBytes(),
      // A new object has no identity. The plan of a replacement receives that of the old object.
      ...(prior !== null && request.priorIdentity && { plannedIdentity: request.priorIdentity }),
    };
  });
}

async function planOf(
  session: Session,
  resource: AnyResource<unknown>,
  { request, prior, diagnostics, privateState }: Planning,
): Promise<Plan> {
  const { attributes } = resource;
  const { context } = session;
  const proposed = session.decode(resource, request.proposedNewState);
  if (proposed === null) {
    if (prior !== null) await resource.planDestroy?.({ context, prior, diagnostics, privateState });
    return { planned: null, replace: [] };
  }
  const config = session.config(resource, request.config);
  rejectGenerated(attributes, config, diagnostics);
  if (diagnostics.hasErrors) return { planned: proposed, replace: [] };
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
      replace.splice(0, replace.length, ...replace.filter(([step]) => !isAttribute(step, name)));
    },
    replacePaths: replace,
  });
  return { planned, replace };
}

function isAttribute(step: PathStep | undefined, name: string): boolean {
  return step !== undefined && "attribute" in step && step.attribute === name;
}
