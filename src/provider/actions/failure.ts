import { type ErrorKind, ServiceError } from "../../client/errors";
import type { Path } from "../../terraform";
import { type Advice, serviceDiagnostic } from "../service-diagnostic";

/** Remedies for API errors during an action. Only a new trigger, or `-invoke`, runs it again. */
const advice: Advice = {
  not_found: "Check the SID: the object may belong to another account, or may have been deleted.",
  conflict: "Resolve the problem that the service reports, then run the action again.",
  server: "Run the action again later. If the failure persists, contact the service's support.",
  timeout: "Run the action again, or increase request_timeout.",
  stopped: "Terraform was asked to stop. Run the action again to finish it.",
};

/** Errors that concern the values in the configuration. */
const ofConfiguration: readonly ErrorKind[] = ["invalid_request", "not_found", "conflict", "validation"];

/**
 * The diagnostic of an action for an error of an API call.
 * @param path the attribute whose value the service may reject
 * @param more further sentences about this failure
 */
export function actionFailure(thrown: unknown, path: Path, more: readonly string[] = []): unknown {
  const isOfConfiguration = thrown instanceof ServiceError && ofConfiguration.includes(thrown.kind);
  return serviceDiagnostic(thrown, isOfConfiguration ? path : undefined, more, advice);
}
