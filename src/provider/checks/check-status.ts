import { ServiceError } from "../../client/errors";
import { canonicalSid } from "../../service/sids";
import { bool, DiagnosticError, dataSource } from "../../terraform";
import type { Account } from "../account";
import { explained, serviceDiagnostic } from "../service-diagnostic";
import { checkId, findings, findingsOf } from "./fields";

const attributes = {
  id: checkId().required(
    "Id of the check, `PP…`, as `rblmonitor_manual_check` or the service's start of a check tells it.",
  ),
  details: bool().optional("Whether `results` tells what each source says. Default: `false`."),
  finished: bool().computed("Whether the check is done."),
  ...findings,
};

/** `rblmonitor_check_status`: how far a manual check is (docs/design/api.md#manual-check). */
export const checkStatusData = dataSource<typeof attributes, Account>({
  description: "How far a manual check is, and what it found. Each reading costs one request.",
  attributes,
  async read({ context, config, signal }) {
    const { id, details } = config;
    const checks = await explained(context.checks());
    const check = await checks
      .status(canonicalSid(id), { details: details ?? false, signal })
      .catch((thrown: unknown) => {
        throw isUnknown(thrown) ? noSuchCheck(id) : serviceDiagnostic(thrown);
      });
    return { ...config, finished: check.finished, ...findingsOf(check) };
  },
});

function isUnknown(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.kind === "not_found";
}

function noSuchCheck(id: string): DiagnosticError {
  return new DiagnosticError(
    "No such check",
    `The account has no check with the id ${id}. It may belong to another account, or the service may no longer keep it. Take the id of a check of this account: the attribute id of a rblmonitor_manual_check, or the answer to the start of a check.`,
    [{ attribute: "id" }],
  );
}
