import { type ErrorKind, ServiceError } from "../../client/errors";
import type { Path } from "../../terraform";
import { type Advice, serviceDiagnostic } from "../service-diagnostic";

/** What to do about errors of the service during an action. Only a new trigger, or `-invoke`, runs it again. */
const advice: Advice = {
  not_found: "Check the SID: the object may belong to another account, or may have been deleted.",
  conflict: "Resolve what the service reports, then run the action again.",
  server: "Run the action again later. If the failure persists, contact the service's support.",
  timeout: "Run the action again, or increase request_timeout.",
  stopped: "Terraform was asked to stop. Run the action again to finish it.",
};

/** Errors that concern what the configuration names. */
const ofConfiguration: readonly ErrorKind[] = ["invalid_request", "not_found", "conflict", "validation"];

/**
 * The diagnostic of an action for what a call of the service threw.
 * @param path the attribute with what the service may refuse
 * @param more what else is known of this failure, in sentences
 */
export function actionFailure(thrown: unknown, path: Path, more: readonly string[] = []): unknown {
  const isOfConfiguration = thrown instanceof ServiceError && ofConfiguration.includes(thrown.kind);
  return serviceDiagnostic(thrown, isOfConfiguration ? path : undefined, more, advice);
}
