import { acceptedBody, bodyProblems } from "../../src/client/request-body";
import { createRequests } from "../../src/service/requests";

const contact = (args: unknown) => ({
  contact: "ops@example.com",
  type: "datadog",
  schedule: "start_and_end",
  contact_group: [`CG${"0".repeat(32)}`],
  args,
});

describe("the body of a request", () => {
  it("is refused with half a character, which would be sent as another one", () => {
    expect(acceptedBody(createRequests.contact, contact({ key: "📮" }), "create contact")).toEqual(
      contact({ key: "📮" }),
    );
    expect(bodyProblems(createRequests.contact, contact({ key: "\ud83d" }))).toEqual([
      { path: ["args", "key"], requirement: "must not contain half a character" },
    ]);
    expect(bodyProblems(createRequests.contact, contact({ "\udcee": "x" }))).toEqual([
      { path: ["args"], requirement: "must not contain half a character" },
    ]);
    expect(() =>
      acceptedBody(createRequests.contact, { ...contact(undefined), contact: "\ud83d" }, "create contact"),
    ).toThrow("create contact: contact must not contain half a character");
  });
});
