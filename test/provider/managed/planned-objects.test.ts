import type { Account } from "../../../src/provider/account";
import { notePlanned, plannedObjects } from "../../../src/provider/managed/planned-objects";

const host = "host";
const at = "192.0.2.1";
const plan = (name: string) => ({ name });

describe("objects planned in one run", () => {
  const account = {} as Account;
  const note = (id: string | null, name: string, more: { isReplacement?: boolean; context?: Account } = {}) =>
    notePlanned(host, at, {
      context: account,
      isReplacement: false,
      prior: id === null ? null : { id },
      plan: plan(name),
      ...more,
    }).map(({ values }) => values.name);

  it("are returned to each later one under the same key", () => {
    expect(note("HT1", "first")).toEqual([]);
    expect(note(null, "second")).toEqual(["first"]);
    expect(note(null, "third")).toEqual(["first", "second"]);
    expect(plannedObjects(account, host, at).map(({ id }) => id)).toEqual(["HT1", undefined, undefined]);
  });

  it("are not the object itself, when it is planned again", () => {
    expect(note("HT1", "first")).toEqual(["second", "third"]);
    expect(note(null, "first", { isReplacement: true })).toEqual([]);
  });

  it("are those of one kind, one key and one account", () => {
    expect(plannedObjects(account, "source", at)).toEqual([]);
    expect(plannedObjects(account, host, "192.0.2.2")).toEqual([]);
    expect(note(null, "elsewhere", { context: {} as Account })).toEqual([]);
  });
});
