import { ServiceError } from "../../client/errors";
import { checkId } from "../../service/rules";
import { canonicalSid } from "../../service/sids";
import { bool, DiagnosticError, dataSource } from "../../terraform";
import type { Account } from "../account";
import { shapeOf } from "../shapes";
import { answered, findings, findingsOf } from "./run-check";

const attributes = {
  id: shapeOf(checkId).required(
    "Id of the check, `PP…`, as returned by `rblmonitor_manual_check` or by the API.",
  ),
  details: bool().optional("Whether to return the result of each source in `results`. Defaults to `false`."),
  finished: bool().computed("Whether the check has finished."),
  ...findings,
};

/** `rblmonitor_check_status`: the status of a manual check (docs/design/api.md#manual-check). */
export const checkStatusData = dataSource<typeof attributes, Account>({
  description: "Status and result of a manual check. Each read costs one request.",
  attributes,
  async read({ context, config, signal }) {
    const { id, details } = config;
    const { checks } = await context.client();
    const check = await checks
      .status(canonicalSid(id), { details: details ?? false, signal })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof ServiceError && thrown.kind === "not_found")) throw thrown;
        throw new DiagnosticError(
          "Check not found",
          `The account has no check with the id ${id}. It may belong to another account, or the service may no longer store it. Use the attribute id of a rblmonitor_manual_check, or the id in the response that started the check.`,
          [{ attribute: "id" }],
        );
      });
    if (check.finished) answered(check, id);
    return { ...config, finished: check.finished, ...findingsOf(check) };
  },
});
