import { bool, map, resource, string } from "../../terraform";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { checkId, findings, findingsOf } from "./fields";
import { checkArguments, finishedCheck, startCheck } from "./run-check";

const { timeout, ...reported } = checkArguments({
  check: " A change makes a new check.",
  wait: " A change sends nothing.",
});
const { status, listed, listed_count, results } = findings;

const attributes = {
  id: checkId().computed("Id of the check, `PP…`.").keepsPrior(),
  host: reported.host.replacesOnChange(),
  details: reported.details.replacesOnChange(),
  callback: reported.callback.replacesOnChange(),
  triggers: map(string())
    // Nothing of them is sent.
    .allowNulls()
    .optional(
      'Values of any meaning, such as `{ release = "1.4.2" }`. A change makes a new check. Unset: none, and the host is checked once.',
    )
    .replacesOnChange(),
  wait: bool().default(
    true,
    "Whether to wait until the check has finished. If not, the data source `rblmonitor_check_status` tells later what it found. A change sends nothing. Default: `true`.",
  ),
  timeout,
  status: status.keepsPrior(),
  listed: listed.keepsPrior(),
  listed_count: listed_count.keepsPrior(),
  results: results.keepsPrior(),
};

/**
 * `rblmonitor_manual_check`: a check as part of an apply (docs/design/api.md#manual-check). What a check found does not change any
 * more, so a plan sends nothing; the service keeps checks, so that a destroy only forgets this one. It has no identity: an
 * identity serves imports and lists, and the service neither lists checks nor tells what one was asked.
 */
export const manualCheck = resource<typeof attributes, Account>({
  description:
    "Checks a host against its sources once, when it is created and whenever one of its arguments changes. A `postcondition` on `listed` stops a deployment whose address is listed. A plan sends no request for it, and a destroy only forgets it.",
  attributes,

  async create({ context, plan, signal, savePartial }) {
    const id = await explained(startCheck(context, plan, signal));
    const started = { ...plan, id, status: "processing", listed: null, listed_count: null, results: null };
    savePartial(started);
    if (!plan.wait) return started;
    const check = await explained(finishedCheck(context, id, plan, signal));
    return { ...started, ...findingsOf(check) };
  },

  async read({ state }) {
    return state;
  },

  async update({ plan, prior }) {
    // Only how to wait can change without a new check.
    return { ...prior, wait: plan.wait, timeout: plan.timeout };
  },

  async delete() {},
});
