import { execFileSync, spawnSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createCertificate, readCertificate } from "../../../src/terraform/serve/certificate";

const now = new Date("2026-11-21T06:34:00Z");

const isOpensslThere = spawnSync("openssl", ["version"]).status === 0;

describe("a certificate", () => {
  (isOpensslThere ? it : it.skip)("is read correctly by openssl (needs openssl on the PATH)", () => {
    const args = ["x509", "-inform", "DER", "-noout", "-text"];
    const text = execFileSync("openssl", args, { input: createCertificate(now).der, encoding: "utf8" });
    expect(text).toMatch(/Version: 3/);
    expect(text).toMatch(/Signature Algorithm: ecdsa-with-SHA256/);
    expect(text).toMatch(/Issuer: CN ?= ?localhost/);
    expect(text).toMatch(/Subject: CN ?= ?localhost/);
    expect(text).toMatch(/Not Before: Nov 21 05:34:00 2026 GMT/);
    expect(text).toMatch(/Not After : Nov 21 06:34:00 2027 GMT/);
    expect(text).toMatch(/NIST CURVE: P-256/);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Certificate Sign\n/);
    expect(text).toMatch(/Extended Key Usage: \s*TLS Web Server Authentication\n/);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE\n/);
    expect(text).toMatch(/Subject Alternative Name: \s*DNS:localhost\n/);
  });

  it("is signed with its own key", () => {
    const certificate = new X509Certificate(createCertificate().der);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.checkHost("localhost")).toBe("localhost");
  });

  it("comes with the key that belongs to it", () => {
    const { certificate, key } = createCertificate();
    expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it("is another one each time", () => {
    const serial = () => new X509Certificate(createCertificate().der).serialNumber;
    expect(serial()).not.toBe(serial());
  });

  it("can be valid beyond 2050, from when on time is written in another form", () => {
    const { der } = createCertificate(new Date("2049-06-01T00:00:00Z"));
    const { validFrom, validTo } = new X509Certificate(der);
    expect([validFrom, validTo]).toEqual(["May 31 23:00:00 2049 GMT", "Jun  1 00:00:00 2050 GMT"]);
  });

  it("is read back from its PEM", () => {
    const { certificate, der } = createCertificate();
    expect(readCertificate(certificate)).toEqual(der);
  });
});
