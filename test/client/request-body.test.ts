import { assertAccepted } from "../../src/client/connection";
import { fields } from "../../src/service/fields";

const contact = {
  contact: "ops@example.com",
  type: "datadog",
  schedule: "start_and_end",
  contact_group: [`CG${"0".repeat(32)}`],
  args: { key: "📮" },
};
const check = (body: object) => () => assertAccepted(fields.contact, "create", body, "create contact");

describe("the body of a request", () => {
  it("passes if the service accepts it", () => {
    expect(check(contact)).not.toThrow();
  });

  it("is refused with all its problems, and without its values", () => {
    expect(check({ ...contact, contact: "\ud83d", args: { key: 1 }, secret: "s3cret" })).toThrow(
      "create contact: the body has fields that are not accepted: secret; contact must not contain half a character; args.key must be a string",
    );
  });
});
