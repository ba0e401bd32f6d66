import { createECDH, createPrivateKey, type KeyObject, randomBytes, sign } from "node:crypto";
import {
  bitString,
  boolean,
  element,
  explicit,
  type Hex,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  textBytes,
  time,
  utf8String,
} from "./der";

/** A certificate and its key, created per process and never written to disk. */
export interface Certificate {
  readonly der: Buffer;
  /** The certificate in PEM. */
  readonly certificate: string;
  /** The private key, PKCS #8 in PEM. */
  readonly key: string;
}

const hostName = "localhost";
const hour = 3_600_000;
const year = 365 * 24 * hour;

const oid = {
  ecPublicKey: "1.2.840.10045.2.1",
  p256: "1.2.840.10045.3.1.7",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  keyUsage: "2.5.29.15",
  subjectAlternativeName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
};

/**
 * Creates a self-signed certificate for `localhost`: P-256, CA, for servers, valid for a year.
 *
 * Every start of a plugin creates one. This code takes about 1.2 ms, libraries take 45 to 150 ms.
 *
 * @param now the time of creation; validity starts an hour earlier, in case the clock is set back
 */
export function createCertificate(now: Date = new Date()): Certificate {
  const { publicKey, privateKey } = createKey();
  const signed = toBeSigned(publicKey, now);
  const signature = sign("sha256", Buffer.from(signed, "hex"), privateKey).toString("hex");
  const der = Buffer.from(
    sequence(signed + sequence(objectIdentifier(oid.ecdsaWithSha256)) + bitString(signature)),
    "hex",
  );
  return {
    der,
    get certificate() {
      return pem("CERTIFICATE", der);
    },
    get key() {
      return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    },
  };
}

/**
 * A new key of P-256, its public part in DER (SubjectPublicKeyInfo, RFC 5480).
 *
 * Created as a Diffie-Hellman key and imported as a JSON Web Key, which takes a third less time than generateKeyPairSync
 * and an export.
 */
function createKey(): { publicKey: Hex; privateKey: KeyObject } {
  const ecdh = createECDH("prime256v1");
  const point = ecdh.generateKeys();
  const base64 = (bytes: Buffer) => bytes.toString("base64url");
  // An uncompressed point: one format byte, then both coordinates.
  const [x, y] = [base64(point.subarray(1, 33)), base64(point.subarray(33))];
  const d = base64(padToLength(32, ecdh.getPrivateKey()));
  return {
    publicKey: sequence(
      sequence(objectIdentifier(oid.ecPublicKey) + objectIdentifier(oid.p256)) +
        bitString(point.toString("hex")),
    ),
    privateKey: createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y, d } }),
  };
}

/** Restores leading zeros, which Node omits from private keys. */
function padToLength(length: number, number: Buffer): Buffer {
  return number.length === length ? number : Buffer.concat([Buffer.alloc(length - number.length), number]);
}

/**
 * The first certificate in a PEM text, in DER.
 *
 * @throws Error if there is none
 */
export function readCertificate(text: string): Buffer {
  const base64 = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(text)?.[1];
  if (base64 === undefined) throw new Error("There is no PEM certificate in the text");
  return Buffer.from(base64, "base64");
}

/** RFC 5280, 4.1: TBSCertificate. */
function toBeSigned(publicKey: Hex, now: Date): Hex {
  const version3 = "02";
  const name = sequence(set(sequence(objectIdentifier(oid.commonName) + utf8String(hostName))));
  return sequence(
    explicit(0, integer(version3)) +
      integer(randomBytes(16).toString("hex")) +
      sequence(objectIdentifier(oid.ecdsaWithSha256)) +
      name +
      sequence(time(new Date(now.getTime() - hour)) + time(new Date(now.getTime() + year))) +
      name +
      publicKey +
      explicit(3, sequence(extensions())),
  );
}

function extensions(): Hex {
  const dnsName = 0x82;
  // Bits 0 (digitalSignature) and 5 (keyCertSign) of 10000100.
  const keyUsage = bitString("84", 2);
  return (
    extension(oid.keyUsage, keyUsage, "critical") +
    extension(oid.extendedKeyUsage, sequence(objectIdentifier(oid.serverAuth))) +
    extension(oid.basicConstraints, sequence(boolean(true)), "critical") +
    extension(oid.subjectAlternativeName, sequence(element(dnsName, textBytes(hostName))))
  );
}

function extension(id: string, value: Hex, critical?: "critical"): Hex {
  return sequence(objectIdentifier(id) + (critical ? boolean(true) : "") + octetString(value));
}

/** Encodes bytes as PEM, in the lines of 64 characters that OpenSSL requires. */
export function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
