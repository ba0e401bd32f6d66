import { createHmac } from "node:crypto";
import { call, refusalOf } from "./call";

const secret = "whsec-9a41";
const body = '{"event_type":"rbl.host.delisted"}';

function header(secondsAgo: number, key = secret): string {
  const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo;
  return `t=${timestamp},v1=${createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex")}`;
}

describe("verify_webhook", () => {
  it("is true for a request that was signed with the secret", () => {
    expect(call("verify_webhook", secret, header(0), body)).toBe(true);
  });

  it("is false for a request that was signed more than five minutes ago", () => {
    expect(call("verify_webhook", secret, header(200), body)).toBe(true);
    expect(call("verify_webhook", secret, header(400), body)).toBe(false);
  });

  it.each([
    ["another secret", "whsec-9a42", header(0), body],
    ["another body", secret, header(0), "{}"],
    ["a header of another form", secret, "sha256=00", body],
    ["no header", secret, "", body],
  ])("is false for %s", (_, ...args) => {
    expect(call("verify_webhook", ...args)).toBe(false);
  });

  it("refuses an empty secret, with which anybody could sign", () => {
    expect(refusalOf("verify_webhook", "", header(0, ""), body)).toBe("0: must not be empty");
  });
});
