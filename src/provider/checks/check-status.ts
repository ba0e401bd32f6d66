import { dataSource } from "../../terraform/definition/provider";
import { bool } from "../../terraform/schema/shapes";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";
import { checkId, findings, findingsOf } from "./fields";

const attributes = {
  id: checkId().required(
    "Id of the check, `PP…`, as `rblmonitor_manual_check` or the service's start of a check tells it.",
  ),
  details: bool().optional("Whether `results` tells what each source says. Default: `false`."),
  finished: bool().computed("Whether the check is done."),
  ...findings,
};

/** `rblmonitor_check_status`: how far a manual check is (api-4.0, Check status). */
export const checkStatusData = dataSource<typeof attributes, Account>({
  description: "How far a manual check is, and what it found. Each reading costs one request.",
  attributes,
  async read({ context, config, signal }) {
    const { id, details } = config;
    const check = await explained(
      context.checks().then((checks) => checks.status(id, { details: details ?? false, signal })),
    );
    return { ...config, finished: check.finished, ...findingsOf(check) };
  },
});
