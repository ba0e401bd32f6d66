import { basicCredentials, credentialOddities } from "../../src/client/authentication";
import { accountSid, authToken, thrownBy } from "./support/client";

describe("credentials", () => {
  it("are sent as Basic authentication", () => {
    expect(basicCredentials("user", "pass").header).toBe("Basic dXNlcjpwYXNz");
  });

  it.each([
    ["", "token"],
    ["sid", ""],
    ["s:d", "token"],
  ])("are refused as %p and %p", (sid, token) => {
    expect(thrownBy(() => basicCredentials(sid, token)).kind).toBe("refused");
  });

  it("of the documented form are not odd", () => {
    expect(credentialOddities(accountSid, authToken)).toEqual([]);
  });

  it("of another form are odd, and the oddities do not show them (docs/design/open-points.md#23)", () => {
    const oddities = credentialOddities("my-account", "a-token");
    expect(oddities).toHaveLength(2);
    expect(oddities.join()).not.toMatch(/my-account|a-token/);
  });
});
