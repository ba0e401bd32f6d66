import { kindNames } from "../../src/service/kinds";
import { collectionOperation, operations } from "../../src/service/operations";

describe("the operations of a collection", () => {
  it("have the methods and paths of the specification", () => {
    expect(collectionOperation("list", "host")).toMatchObject({ method: "GET", path: "/rbl/hosts" });
    expect(collectionOperation("update", "monitoring_profile")).toMatchObject({
      method: "PUT",
      path: "/rbl/profiles/{id}",
    });
    expect(collectionOperation("pause", "contact")).toMatchObject({
      method: "POST",
      path: "/contact/contacts/{id}/pause",
    });
  });

  it("have titles that describe them", () => {
    expect(collectionOperation("create", "host").title).toBe("create host");
    expect(collectionOperation("list", "contact_group").title).toBe("list contact groups");
  });

  it("may be repeated, except create", () => {
    for (const kind of kindNames) {
      expect(collectionOperation("create", kind).repeatable).toBe(false);
      for (const verb of ["list", "get", "update", "delete", "pause", "resume"] as const)
        expect(collectionOperation(verb, kind).repeatable).toBe(true);
    }
  });
});

describe("the other operations", () => {
  it("may be repeated if they only read", () => {
    for (const { method, repeatable, title } of Object.values(operations))
      expect([title, method === "GET"]).toEqual([title, repeatable]);
    expect(operations.listings.repeatable).toBe(true);
  });

  it("spend from the budgets of the specification", () => {
    expect(operations.startCheck.rateClass).toBe("check_start");
    expect(operations.checkStatus.rateClass).toBe("read");
    expect(operations.confirmContact.rateClass).toBe("write");
  });
});
