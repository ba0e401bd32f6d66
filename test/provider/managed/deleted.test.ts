import { Account } from "../../../src/provider/account";
import { deleteObject } from "../../../src/provider/managed/delete";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { manualClock } from "../../client/support/clock";
import { answering, group, host } from "./create-fixtures";
import { beginRun, closeRuns, emulated, Managed } from "./run";

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

describe("a deletion", () => {
  const unrefreshed = { isRefreshed: false };

  it("that is answered 404 succeeds where the service is the right one, and is an error where all answers are 404", async () => {
    const service = await emulated();
    const managed = group();
    const all = answering(service, () => [404]);
    await (await beginRun(service)).apply(managed);
    const { errors } = await (await beginRun(service, all)).apply(managed, null, [], unrefreshed);
    expect(errors).toEqual([expect.stringContaining("Unknown API root URL")]);
    expect(managed.state).not.toBeNull();
    service.account.remove(String(managed.state?.id));
    expect((await (await beginRun(service)).apply(managed, null, [], unrefreshed)).errors).toEqual([]);
  });

  it("is confirmed for 17 seconds", async () => {
    const service = await emulated();
    const managed = group();
    await (await beginRun(service)).apply(managed);
    const clock = manualClock();
    const parts = answering(service, ({ method }) => (method === "DELETE" ? [200] : undefined));
    const { errors } = await (await beginRun(service, { ...parts, clock })).apply(managed, null);
    expect(errors).toEqual([expect.stringContaining("Contact group not deleted")]);
    expect(clock.sleeps.reduce((sum, milliseconds) => sum + milliseconds, 0)).toBe(17_000);
  });

  it("leaves a list that was read before without the object", async () => {
    const service = await emulated();
    const { url: baseUrl, accountSid, authToken } = service;
    const account = new Account({ baseUrl, accountSid, authToken, clock: manualClock() }, {});
    const ids = ["A", "B"].map((name) => service.account.add("contact_group", { name }).id);
    const reader = await account.reader("contact_group");
    await reader.readAll(() => undefined);
    for (const id of ids) {
      expect(reader.known(id)).toBeDefined();
      await deleteObject(managedResources.rblmonitor_contact_group.object, {
        ...{ context: account, prior: { id }, privateState: new PrivateState() },
        ...{ diagnostics: new Diagnostics(), signal: new AbortController().signal },
        savePartial: () => undefined,
      });
      expect(reader.known(id)).toBeUndefined();
    }
    await account.close();
  });
});

describe("the deletion of the default certificate profile", () => {
  /** Deletes one that the service refuses to delete at first, and answers further attempts, and moves of the flag, so. */
  const deleted = async (again: number | undefined, move?: number) => {
    const service = await emulated();
    const managed = new Managed("certificate_profile", {
      ...{ name: "Old", expiration_thresholds: [30], is_default: true },
    });
    await (await beginRun(service)).apply(managed);
    let attempts = 0;
    const parts = answering(service, ({ method }) => {
      if (method === "PUT") return move === undefined ? undefined : [move];
      if (method !== "DELETE") return undefined;
      attempts += 1;
      const status = attempts === 1 ? 409 : again;
      if (status === 404) service.account.remove(String(managed.state?.id));
      return status === undefined ? undefined : [status];
    });
    const { errors } = await (await beginRun(service, parts)).apply(managed, null);
    return { errors, attempts };
  };

  it.each([
    ["succeeds", undefined],
    ["finds it deleted", 404],
  ])("is sent again after another one is the default: it %s", async (_, again) => {
    expect(await deleted(again)).toEqual({ errors: [], attempts: 2 });
  });

  it("is an error if the service refuses it again", async () => {
    const { errors, attempts } = await deleted(422);
    expect(errors).toEqual([expect.stringContaining("Certificate profile not deleted")]);
    expect(attempts).toBe(2);
  });

  it("is not sent again, and is an error that says why, if no other one can become the default", async () => {
    const { errors, attempts } = await deleted(undefined, 422);
    expect(errors).toEqual([
      expect.stringMatching(/not deleted: .*is the default certificate profile, which/s),
    ]);
    expect(attempts).toBe(1);
  });
});

describe("the error of the deletion of a contact group that a host uses", () => {
  const refused = async (isReplacement: boolean) => {
    const service = await emulated();
    const managed = group("Old");
    await (await beginRun(service)).apply(managed);
    await (await beginRun(service)).apply(host(service, { contact_groups: managed.ids }));
    const { url: baseUrl, accountSid, authToken } = service;
    const account = new Account({ baseUrl, accountSid, authToken, clock: manualClock() }, {});
    const privateState = Object.assign(new PrivateState(), { isOfReplacement: isReplacement });
    const call = {
      ...{ context: account, prior: { id: String(managed.state?.id), name: "Old" }, privateState },
      ...{ diagnostics: new Diagnostics(), signal: new AbortController().signal },
      savePartial: () => undefined,
    };
    const { object } = managedResources.rblmonitor_contact_group;
    const error = await deleteObject(object, call).catch((thrown: Error) => thrown.message);
    await account.close();
    return error;
  };

  it("names the host, whom its alerts reach, and how to remove or replace the group", async () => {
    const removed = await refused(false);
    expect(removed).toMatch(/^Contact group not deleted: .*still use it: host HT\w+ "Mail"\..*reach no one/s);
    expect(removed).toContain("Put its resource back");
    const replaced = await refused(true);
    expect(replaced).toContain("create_before_destroy = true");
    expect(replaced).not.toContain("Put its resource back");
  });
});
