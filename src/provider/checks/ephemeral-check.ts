import { ephemeralResource } from "../../terraform";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { checkId, findings, findingsOf } from "./fields";
import { checkArguments, finishedCheck, startCheck } from "./run-check";

// Each opening starts a check of its own, so the arguments have no further effect when they change.
const attributes = {
  id: checkId().computed("Id of the check, `PP…`."),
  ...checkArguments({ check: [], wait: [] }),
  ...findings,
};

/** `rblmonitor_manual_check` without state: each command that opens it starts a check. */
export const ephemeralCheck = ephemeralResource<typeof attributes, Account>({
  description:
    "Checks a host against its sources and waits for the result, without storing anything in state. Terraform opens it in every plan and again in every apply. Each time costs one check and the requests to wait for it.",
  attributes,

  async open({ context, config, signal }) {
    const id = await explained(startCheck(context, config, signal));
    const check = await explained(finishedCheck(context, id, config, signal));
    return { result: { ...config, id, ...findingsOf(check) } };
  },
});
