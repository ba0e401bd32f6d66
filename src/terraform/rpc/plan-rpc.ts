import { PrivateState } from "../definition/private-state";
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

/** Plans the create, update or destroy of one object. */
export async function planResourceChange(
  session: Session,
  request: PlanResourceChange_Request,
): Promise<Partial<PlanResourceChange_Response>> {
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
        replace.splice(0, replace.length, ...replace.filter(([step]) => !isAttribute(step, name)));
      },
      replacePaths: replace,
    });
    return response(planned, replace);
  });
}

function isAttribute(step: PathStep | undefined, name: string): boolean {
  return step !== undefined && "attribute" in step && step.attribute === name;
}
