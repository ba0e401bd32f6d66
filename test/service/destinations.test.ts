import { destinationKind, isSecretDestination, maskedDestination } from "../../src/service/destinations";
import { contactTypes } from "../../src/service/enumerations";

describe("a destination", () => {
  it("is a secret unless its type is public", () => {
    expect(contactTypes.filter((type) => !isSecretDestination(type))).toEqual([
      "email",
      "sms",
      "aws-sns",
      "aws-cloudwatch",
    ]);
    expect(["carrier-pigeon", undefined, "constructor"].map(isSecretDestination)).toEqual([true, true, true]);
  });

  it("is compared as an address, a phone number, or else a URL", () => {
    expect(["email", "sms", "slack", undefined].map(destinationKind)).toEqual([
      "email",
      "phone",
      "url",
      "url",
    ]);
  });

  it.each([
    ["email", "ops@example.com", "ops@example.com"],
    ["slack", "https://hooks.example.com/services/T0/B1/x7Kq", "https://hooks.example.com/…x7Kq"],
    ["endpoint", "https://user:secret@example.com:8443/in?token=abcdefgh", "https://example.com:8443/…efgh"],
    ["pagerduty", "0123456789abcdef0123456789abcdef", "…cdef"],
    ["telegram", "123456789", "…89"],
    ["datadog", "key", "…"],
    ["datadog", "tok:abcdefghijkl", "…ijkl"],
    ["endpoint", "https://example.com/?a=1#abcdefgh", "https://example.com/…fgh"],
    [undefined, "ops@example.com", "ops@example.com"],
    [undefined, "https://hooks.example.com/T0/B1/x7Kq", "https://hooks.example.com/…Kq"],
  ])("of type %s is shown without its secret part", (type, destination, shown) => {
    expect(maskedDestination(type, destination)).toBe(shown);
  });
});
