import { Account } from "../../../src/provider/account";
import { deleteObject } from "../../../src/provider/managed/delete";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { manualClock } from "../../client/support/clock";
import { closeRuns, emulated } from "./run";

afterEach(closeRuns);

it.each([
  ["failed", 100, true],
  ["succeeded", 0, false],
] as const)(
  "a resource manages an object after a deletion in an apply of a saved plan that %s: %p",
  async (outcome, failures, expected) => {
    const service = await emulated();
    const { url: baseUrl, accountSid, authToken } = service;
    const account = new Account({ baseUrl, accountSid, authToken, clock: manualClock() }, {});
    const { object } = managedResources.rblmonitor_contact_group;
    const { id } = service.account.add("contact_group", { name: "Operations" });
    service.faults.arm({ fault: "500-before", method: "DELETE", times: failures });
    const call = {
      context: account,
      prior: { id, name: "Operations" },
      privateState: new PrivateState(),
      diagnostics: new Diagnostics(),
      signal: new AbortController().signal,
      savePartial: () => undefined,
    };
    const deleted = await deleteObject(object, call).then(
      () => "succeeded",
      () => "failed",
    );
    expect([deleted, account.ledger(object).isManaged(id)]).toEqual([outcome, expected]);
    await account.close();
  },
);
