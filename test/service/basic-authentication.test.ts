import { isAuthenticated } from "../../src/service/basic-authentication";

const credentials = { accountSid: "AC1", authToken: "to:ken" };
const encoded = Buffer.from("AC1:to:ken").toString("base64");

describe("HTTP Basic authentication", () => {
  it.each([`Basic ${encoded}`, `basic  ${encoded} `, `BASIC ${encoded}`])("accepts %s", (header) => {
    expect(isAuthenticated(header, credentials)).toBe(true);
  });

  it.each([
    undefined,
    "",
    encoded,
    `Bearer ${encoded}`,
    `Basic ${Buffer.from("AC1:token").toString("base64")}`,
    `Basic ${Buffer.from("AC2:to:ken").toString("base64")}`,
    `Basic ${encoded} ${encoded}`,
  ])("refuses %p", (header) => {
    expect(isAuthenticated(header, credentials)).toBe(false);
  });
});
