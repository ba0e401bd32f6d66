import type { CheckStatus } from "../../service/responses";
import { type ActionCall, action, bool, DiagnosticError } from "../../terraform";
import type { Account } from "../account";
import { checkArguments, findingsOf, finishedCheck, startCheck } from "../checks/run-check";
import { abbreviated } from "../text";
import { actionFailure } from "./failure";

const { details: _, ...arguments_ } = checkArguments();

const attributes = {
  ...arguments_,
  fail_if_listed: bool().optional(
    "Whether the action fails, and stops the apply, if a source lists the host. Defaults to `true`.",
  ),
};

const hostPath = [{ attribute: "host" }];

/** `rblmonitor_check`: a manual check as a gate (docs/design/api.md#manual-check), at the cost of `rblmonitor check --wait`. */
export const checkAction = action<typeof attributes, Account>({
  description:
    "Checks a host against its sources, shows progress, and fails if a source lists the host. Trigger it before a resource is created to stop a deployment whose address is listed.",
  attributes,

  async invoke(call) {
    const { config, context, progress, signal } = call;
    const id = await startCheck(context, { ...config, details: null }, signal).catch((thrown: unknown) => {
      throw actionFailure(thrown, hostPath);
    });
    progress(`Started check ${id} of ${config.host}`);
    const check = await finished(call, id);
    const { listed } = findingsOf(check);
    const outcome = listed ? `listed by ${sourcesText(check)}` : "not listed";
    if (listed && config.fail_if_listed !== false) {
      throw new DiagnosticError(
        "Host is listed",
        `${config.host} is ${outcome} (check ${id}). Have these listings removed, then apply again. If no change triggers the action, run it with -invoke. To report listings without failing, set fail_if_listed = false.`,
        hostPath,
      );
    }
    progress(`${config.host} is ${outcome}`);
  },
});

/** Waits for the check, with the result of each source, which costs no further requests, so that an error can name them. */
async function finished(call: ActionCall<typeof attributes, Account>, id: string): Promise<CheckStatus> {
  const { config, context, progress, signal } = call;
  let shown = "";
  const onStatus = ({ finished, status = "status unknown", checked_count: count }: CheckStatus) => {
    const line = status.toLowerCase() + (count === undefined ? "" : `, ${counted(count)} checked`);
    if (!finished && line !== shown) progress(line);
    shown = line;
  };
  try {
    return await finishedCheck(context, id, { ...config, details: true }, signal, onStatus);
  } catch (thrown) {
    const later = `The check ${id} continues. To read its result later, use the data source rblmonitor_check_status.`;
    throw actionFailure(thrown, hostPath, [later]);
  }
}

/** The sources that list the host, each with its answer, as far as the API returns them. */
function sourcesText(check: CheckStatus): string {
  const { listed_count, results } = findingsOf(check);
  const named = (results ?? [])
    .filter(({ listed }) => listed === true)
    .map(({ host, source, details }) => `${host ?? source}${details === null ? "" : ` (${details})`}`);
  const count = listed_count ?? named.length;
  const total = count === 0 ? "at least 1 source" : counted(count);
  return named.length === 0 ? total : `${total}: ${abbreviated(named)}`;
}

function counted(sources: number): string {
  return `${sources} source${sources === 1 ? "" : "s"}`;
}
