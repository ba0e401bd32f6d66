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

  it.each([`${authToken}\n`, ` ${authToken}`, `"${authToken}"`, `\uFEFF${authToken}`, `${authToken}'`])(
    "are refused with the cause as %j, which is not shown",
    (wrapped) => {
      const cause = /must not begin or end with a space, line break, quote or byte order mark/;
      for (const refusal of [
        () => basicCredentials(accountSid, wrapped),
        () => basicCredentials(wrapped, authToken),
      ]) {
        expect(thrownBy(refusal).message).toMatch(cause);
        expect(thrownBy(refusal).message).not.toContain(authToken);
      }
    },
  );

  it("of the documented form are not odd", () => {
    expect(credentialOddities(accountSid, authToken)).toEqual([]);
  });

  it("of another form are odd, and the oddities do not show them (docs/design/open-points.md#23)", () => {
    const oddities = credentialOddities("my-account", "a-token");
    expect(oddities).toHaveLength(2);
    expect(oddities.join()).not.toMatch(/my-account|a-token/);
  });
});
