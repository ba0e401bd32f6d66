import { type ErrorKind, failed, ServiceError } from "../../../src/client/errors";
import type { Account } from "../../../src/provider/account";
import { objectCountOf } from "../../../src/provider/managed/notes";
import { explainedOf, objectsOf } from "../../../src/provider/managed/refusals";
import { accountIn } from "../../../src/provider/managed/resource";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { DiagnosticError, Diagnostics } from "../../../src/terraform/diagnostics";
import { group } from "./create-fixtures";
import { beginRun, closeRuns, emulated, type Managed } from "./run";

afterEach(closeRuns);

const { rblmonitor_contact, rblmonitor_contact_group, rblmonitor_host } = managedResources;

describe("a resource whose object was last seen in another account", () => {
  const other = `AC${"9".repeat(32)}`;
  /** A group in state that the service has, with another account in its notes. */
  const moved = async () => {
    const service = await emulated();
    const { id } = service.account.add("contact_group", { name: "Operations" });
    const managed = group();
    managed.state = { id, name: "Operations", is_default: false };
    managed.notes = Buffer.from(JSON.stringify({ account: other }));
    return { service, managed, id };
  };
  const accountOf = ({ notes }: Managed) => accountIn(new PrivateState(notes));

  const text = (id: string) =>
    expect.stringMatching(
      new RegExp(
        `Account mismatch: The contact group ${id} was last seen in account ${other}; the provider uses`,
      ),
    );

  it.each([
    ["planned", "Operations"],
    ["changed", "Other"],
    ["destroyed", null],
  ] as const)("is an error when it is %s", async (_, name) => {
    const { service, managed, id } = await moved();
    const { errors } = await (await beginRun(service)).plan(managed, name && { name });
    expect(errors).toEqual([text(id)]);
    expect(service.requests).toEqual([]);
  });

  it.each(["read", "update", "delete"] as const)(
    "is an error before any request of a %s",
    async (operation) => {
      const privateState = new PrivateState();
      privateState.set("account", other);
      const context = { accountSid: `AC${"1".repeat(32)}`, rules: {} };
      const state = { id: "CG1", name: "Operations" };
      const call = {
        context,
        privateState,
        diagnostics: new Diagnostics(),
        state,
        prior: state,
        plan: state,
      };
      const act = rblmonitor_contact_group[operation] as (call: unknown) => Promise<unknown>;
      await expect(act(call)).rejects.toThrow("Account mismatch");
    },
  );

  it("is read, changed and noted with a warning each if the settings allow it", async () => {
    const { service, managed } = await moved();
    const run = await beginRun(service, {}, { allowAccountChange: true });
    const { errors, warnings } = await run.apply(managed, { name: "Other" });
    expect(errors).toEqual([]);
    expect(warnings.filter((text) => text.includes("Account changed: The contact group"))).not.toEqual([]);
    expect(accountOf(managed)).toBe(service.accountSid);
  });

  it("has the account in its notes after a create, and the number of objects that the run used", async () => {
    const service = await emulated();
    const managed = group();
    await (await beginRun(service)).apply(managed);
    expect(accountOf(managed)).toBe(service.accountSid);
    expect(objectCountOf(new PrivateState(managed.notes))).toBe(1);
    managed.notes = new Uint8Array();
    await (await beginRun(service)).apply(managed);
    expect(accountOf(managed)).toBe(service.accountSid);
  });
});

it("a resource of a kind that the API version lacks notes no account in a refresh", async () => {
  const privateState = new PrivateState();
  const context = {
    accountSid: "AC1",
    rules: {},
    knows: () => false,
    ledger: () => ({ claimReport: () => false }),
  };
  const call = { context, privateState, diagnostics: new Diagnostics(), state: { id: "SO1" } };
  expect(await managedResources.rblmonitor_source.read(call as never)).toEqual({ id: "SO1" });
  expect(accountIn(privateState)).toBeUndefined();
});

it("a resource has the secrets and the validation of its table", () => {
  for (const { object, additionalSecrets, validate } of Object.values(managedResources)) {
    expect(additionalSecrets).toBe(object.additionalSecrets);
    expect(validate).toBe(object.validate);
  }
  expect(rblmonitor_contact.additionalSecrets).toBeDefined();
  expect(rblmonitor_contact.validate).toBeDefined();
});

describe("a failed operation on an object", () => {
  const advice = "If HT1 was deleted, remove it from state: terraform state rm";

  /** The message of a failure, in an account that has the object or not. */
  async function message(
    failure: { kind: ErrorKind; status?: number; object?: string | undefined },
    {
      apiVersion = "4.0",
      isRead = false,
      exists = false,
    }: { apiVersion?: string; isRead?: boolean; exists?: boolean },
  ) {
    const error = new ServiceError({
      ...{ operation: "update host", problem: "not so", effect: "none", object: "HT1" },
      ...failure,
    });
    let reads = 0;
    const readFresh = async () => {
      reads += 1;
      return exists ? { id: "HT1" } : undefined;
    };
    const context = { apiVersion, reader: async () => ({ readFresh }) } as unknown as Account;
    const { signal } = new AbortController();
    const explained = explainedOf(rblmonitor_host.object, { context, signal }, Promise.reject(error), isRead);
    const thrown = await explained.catch((each: unknown) => each);
    expect(thrown).toBeInstanceOf(DiagnosticError);
    return { hasAdvice: String(thrown).includes(advice), reads };
  }

  it.each<[ErrorKind, boolean]>([
    ["unreadable", true],
    ["forbidden", true],
    ["invalid_request", true],
    ["validation", true],
    ["conflict", false],
    ["not_found", false],
    ["server", false],
    ["transport", false],
  ])("after %s may be about one that is gone: %p", async (kind, mayBeGone) => {
    expect(await message({ kind }, {})).toEqual({ hasAdvice: mayBeGone, reads: mayBeGone ? 1 : 0 });
    expect(await message({ kind }, { exists: true })).toMatchObject({ hasAdvice: false });
    expect(await message({ kind }, { isRead: true })).toEqual({ hasAdvice: mayBeGone, reads: 0 });
    expect(await message({ kind, object: undefined }, {})).toEqual({ hasAdvice: false, reads: 0 });
  });

  it.each([
    ["4.0", 500, false],
    ["3.0", 500, true],
    ["3.0", 503, false],
  ])(
    "over version %s with the status %d may be about one that is gone: %p",
    async (apiVersion, status, mayBeGone) => {
      const { hasAdvice } = await message({ kind: "server", status }, { apiVersion });
      expect(hasAdvice).toBe(mayBeGone);
    },
  );

  it("passes on what it returns, and what is no failure of the service", async () => {
    const call = { context: {} as Account, signal: new AbortController().signal };
    expect(await explainedOf(rblmonitor_host.object, call, Promise.resolve(7))).toBe(7);
    const defect = new TypeError("a defect");
    await expect(explainedOf(rblmonitor_host.object, call, Promise.reject(defect))).rejects.toBe(defect);
  });
});

it("a list that cannot be read, as an explanation, is empty and has a gap", async () => {
  const account = { reader: () => Promise.reject(failed("server", "list", "no")) } as unknown as Account;
  let gaps = 0;
  const objects = await objectsOf(account, "host", "readAll", () => {
    gaps += 1;
  });
  expect([objects, gaps]).toEqual([[], 1]);
});
