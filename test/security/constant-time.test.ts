import crypto from "node:crypto";
import { isAuthenticated } from "../../src/service/basic-authentication";
import { checkSignature, signatureHeader } from "../../src/webhooks/signature";
import { basic } from "../emulator/api";

/** The comparisons in constant time that some work makes. */
function comparisonsOf(work: () => unknown): number {
  const compare = jest.spyOn(crypto, "timingSafeEqual");
  work();
  const { length } = compare.mock.calls;
  compare.mockRestore();
  return length;
}

describe("a comparison in constant time", () => {
  it("decides about each signature of a header, whichever of them is right", () => {
    const right = signatureHeader("body", "secret");
    const wrong = "v1=".padEnd(67, "0");
    for (const header of [`${right},${wrong}`, right.replace(",", `,${wrong},`)]) {
      expect(comparisonsOf(() => checkSignature(header, "body", "secret"))).toBe(2);
      expect(comparisonsOf(() => checkSignature(header, "other", "secret"))).toBe(2);
    }
  });

  it("decides about credentials, of any length", () => {
    const credentials = { accountSid: "AC1", authToken: "token" };
    for (const header of [basic("AC1", "token"), basic("AC1", ""), basic("AC1", "x".repeat(1_000))])
      expect(comparisonsOf(() => isAuthenticated(header, credentials))).toBe(1);
  });
});
