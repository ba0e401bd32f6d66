import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { signatureHeader, verifySignature } from "../../src/webhooks/signature";

const secret = "whsec-3f1c";
const body = '{"event_type":"rbl.host.listed","listed":true}';
const signedAt = 1_790_000_000;
const now = (secondsLater: number) => () => (signedAt + secondsLater) * 1_000;

/** That of the body, as printed by: printf '1790000000.{…}' | openssl dgst -sha256 -hmac whsec-3f1c */
const byOpenssl = "2a49ed4a8af719fc518fc01589174a27778a5f4e84de5d32ba3dd4e3b08197d6";

function byNode(timestamp: number | string, of: string | Uint8Array, key = secret): string {
  return createHmac("sha256", key)
    .update(Buffer.concat([Buffer.from(`${timestamp}.`), Buffer.from(of)]))
    .digest("hex");
}

describe("the signature of a webhook", () => {
  const good = byNode(signedAt, body);
  const header = `t=${signedAt},v1=${good}`;
  const verify = (given: string, of: string | Uint8Array = body, key = secret) =>
    verifySignature(given, of, key, { now: now(0) });

  it("is valid as created by openssl", () => {
    expect(verify(`t=${signedAt},v1=${byOpenssl}`)).toBe(true);
  });

  it("is right for a vector worked out beforehand", () => {
    // printf '1790000000.{}' | openssl dgst -sha256 -hmac whsec-3f1c
    const vector = "440d1281c6f9b0dca135f2ea21cd53915d3e171d7c5035ce0f1b479964860c87";
    expect(verify(`t=1790000000,v1=${vector}`, "{}")).toBe(true);
  });

  it("is valid for any body and secret, for strings and bytes", () => {
    const texts = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(fc.uint8Array(), texts, texts, fc.nat(), (bytes, text, key, timestamp) => {
        fc.pre(key !== "");
        const at = { now: () => timestamp * 1_000 };
        for (const each of [bytes, text]) {
          const signed = `t=${timestamp},v1=${byNode(timestamp, each, key)}`;
          expect(verifySignature(signed, each, key, at)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ["another body", header, `${body} `, secret],
    ["another secret", header, body, `${secret}x`],
    ["no secret, although signed with none", `t=${signedAt},v1=${byNode(signedAt, body, "")}`, body, ""],
    ["another time than the one that was signed", `t=${signedAt + 1},v1=${good}`, body, secret],
  ])("is wrong for %s", (_, given, of, key) => {
    expect(verify(given, of, key)).toBe(false);
  });

  it("is wrong whichever digit of it is changed", () => {
    for (let position = 0; position < good.length; position++) {
      const digit = good[position] === "0" ? "1" : "0";
      const changed = good.slice(0, position) + digit + good.slice(position + 1);
      expect(verify(`t=${signedAt},v1=${changed}`)).toBe(false);
    }
  });

  it("may be one of several, in any position and letter case, with unknown parts", () => {
    const other = "0".repeat(64);
    expect(verify(`t=${signedAt},v1=${other},v1=${good}`)).toBe(true);
    expect(verify(`v1=${good},t=${signedAt},v1=${other}`)).toBe(true);
    expect(verify(`t=${signedAt}, v0=old, v1=${good.toUpperCase()}, v1=short`)).toBe(true);
    expect(verify(`t=${signedAt},v1=${other},v1=${other}`)).toBe(false);
  });

  it.each([
    ["is empty", ""],
    ["has no time", `v1=${good}`],
    ["has two times", `t=${signedAt},t=${signedAt},v1=${good}`],
    ["has a time that is not a whole number", `t=${signedAt}.0,v1=${good}`],
    ["has a negative time", `t=-1,v1=${byNode("-1", body)}`],
    ["has no signature", `t=${signedAt}`],
    ["has a signature of another scheme only", `t=${signedAt},v0=${good}`],
    ["has a signature that is too short", `t=${signedAt},v1=${good.slice(2)}`],
    ["has a signature that is not hexadecimal", `t=${signedAt},v1=${"z".repeat(64)}`],
    ["is the signature alone", good],
  ])("is wrong when the header %s", (_, malformed) => {
    const always = { now: now(0), tolerance: Number.POSITIVE_INFINITY };
    expect(verifySignature(malformed, body, secret, always)).toBe(false);
  });

  it.each([undefined, null, 7, [header]])("is wrong when the header is %p", (none) => {
    expect(verifySignature(none as unknown as string, body, secret, { now: now(0) })).toBe(false);
  });

  it("is never valid with a NaN tolerance", () => {
    expect(verifySignature(header, body, secret, { now: now(0), tolerance: Number.NaN })).toBe(false);
  });

  it("equals that of openssl, at the full second", () => {
    const made = signatureHeader(body, secret, { now: () => signedAt * 1_000 + 999 });
    expect(made).toBe(`t=${signedAt},v1=${byOpenssl}`);
  });

  it("is right for five minutes, and wrong afterwards", () => {
    expect(verifySignature(header, body, secret, { now: now(300) })).toBe(true);
    expect(verifySignature(header, body, secret, { now: now(300.001) })).toBe(false);
  });

  it("is valid within the tolerance", () => {
    expect(verifySignature(header, body, secret, { now: now(3_600), tolerance: 3_600 })).toBe(true);
    expect(verifySignature(header, body, secret, { now: now(2), tolerance: 1 })).toBe(false);
  });

  it("is right although the sender's clock is ahead, by at most the tolerance", () => {
    expect(verifySignature(header, body, secret, { now: now(-300) })).toBe(true);
    expect(verifySignature(header, body, secret, { now: now(-301) })).toBe(false);
  });

  it("is valid for the bytes of an ArrayBuffer", () => {
    const bytes = new TextEncoder().encode(body).buffer;
    expect(verifySignature(header, bytes, secret, { now: now(0) })).toBe(true);
  });

  it.each([
    ["no secret", body, undefined],
    ["no body", undefined, secret],
    ["a parsed body", JSON.parse(body), secret],
    ["null in place of both", null, null],
  ])("is wrong, without an exception, for %s", (_name, of, key) => {
    const verify = verifySignature as (...args: unknown[]) => boolean;
    expect(verify(header, of, key, { now: now(0) })).toBe(false);
    expect(verify(header, of, key, null)).toBe(false);
  });

  it("uses the system's time by default", () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    expect(verifySignature(`t=${timestamp},v1=${byNode(timestamp, body)}`, body, secret)).toBe(true);
    expect(verifySignature(`t=1,v1=${byNode(1, body)}`, body, secret)).toBe(false);
  });
});
