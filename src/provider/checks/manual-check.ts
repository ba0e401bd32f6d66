import { ServiceError } from "../../client/errors";
import { checkId } from "../../service/rules";
import { canonicalSid } from "../../service/sids";
import { bool, DiagnosticError, dataSource, ephemeralResource, map, resource, string } from "../../terraform";
import type { Account } from "../account";
import { shapeOf } from "../shapes";
import { described, forcesReplacement } from "../text";
import { answered, checkArguments, findings, findingsOf, finishedCheck, startCheck } from "./run-check";

const waitChange = "Can be changed in place, which sends nothing.";
const { timeout, ...reported } = checkArguments(forcesReplacement, waitChange);
const { status, listed, listed_count, results } = findings;

const attributes = {
  id: shapeOf(checkId).computed("Id of the check, `PP…`.").keepsPrior(),
  host: reported.host.replacesOnChange(),
  details: reported.details.replacesOnChange(),
  callback: reported.callback.replacesOnChange(),
  triggers: map(string())
    // They are not sent.
    .allowNulls()
    .optional(
      described(
        'Arbitrary values that start a new check when they change, such as `{ release = "1.4.2" }`.',
        "If omitted, the host is checked once.",
        forcesReplacement,
      ),
    )
    .replacesOnChange(),
  wait: bool().default(
    true,
    described(
      "Whether to wait for the check to finish. With `false`, read the result later with the data source `rblmonitor_check_status`.",
      "Defaults to `true`.",
      waitChange,
    ),
  ),
  timeout,
  status: status.keepsPrior(),
  listed: listed.keepsPrior(),
  listed_count: listed_count.keepsPrior(),
  results: results.keepsPrior(),
};

/**
 * `rblmonitor_manual_check`: a check as part of an apply (docs/design/api.md#manual-check). The result of a check never
 * changes, so a plan sends nothing. The API cannot delete a check, so a destroy only removes it from state. The resource has
 * no identity: identities are for imports and lists, and the API neither lists checks nor returns their arguments.
 */
export const manualCheck = resource<typeof attributes, Account>({
  description:
    "Checks a host against its sources once: when the resource is created or replaced. A `postcondition` on `listed` stops a deployment whose address is listed. Planning sends no requests. Destroying the resource only removes it from state.",
  attributes,

  async create({ context, plan, signal, savePartial }) {
    const id = await startCheck(context, plan, signal);
    const started = { ...plan, id, status: "processing", listed: null, listed_count: null, results: null };
    savePartial(started);
    if (!plan.wait) return started;
    const check = await finishedCheck(context, id, plan, signal);
    return { ...started, ...findingsOf(check) };
  },

  async read({ state }) {
    return state;
  },

  async update({ plan, prior }) {
    // Only the arguments of the wait can change in place.
    return { ...prior, wait: plan.wait, timeout: plan.timeout };
  },

  async delete() {},
});

// Each opening starts a check of its own, so the arguments have no further effect when they change.
const ephemeralAttributes = {
  id: shapeOf(checkId).computed("Id of the check, `PP…`."),
  ...checkArguments(),
  ...findings,
};

/** `rblmonitor_manual_check` without state: each command that opens it starts a check. */
export const ephemeralCheck = ephemeralResource<typeof ephemeralAttributes, Account>({
  description:
    "Checks a host against its sources and waits for the result, without storing anything in state. Terraform opens it in every plan and again in every apply. Each time costs one check and the requests to wait for it.",
  attributes: ephemeralAttributes,

  async open({ context, config, signal }) {
    const id = await startCheck(context, config, signal);
    const check = await finishedCheck(context, id, config, signal);
    return { ...config, id, ...findingsOf(check) };
  },
});

const statusAttributes = {
  id: shapeOf(checkId).required(
    "Id of the check, `PP…`, as returned by `rblmonitor_manual_check` or by the API.",
  ),
  details: bool().optional("Whether to return the result of each source in `results`. Defaults to `false`."),
  finished: bool().computed("Whether the check has finished."),
  ...findings,
};

/** `rblmonitor_check_status`: the status of a manual check (docs/design/api.md#manual-check). */
export const checkStatusData = dataSource<typeof statusAttributes, Account>({
  description: "Status and result of a manual check. Each read costs one request.",
  attributes: statusAttributes,
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
