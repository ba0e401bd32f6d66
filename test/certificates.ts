import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
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

/** A private key and its certificate, in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

interface CertificateOptions {
  readonly commonName: string;
  /** DNS names. */
  readonly names?: readonly string[];
  /** Default: a new key of P-256. */
  readonly key?: string;
  /** Who signs it, and the common name of that; default: itself, as an authority. */
  readonly issuer?: Identity & { readonly commonName: string };
}

const day = 86_400_000;
const commonNameOid = "2.5.4.3";
const basicConstraintsOid = "2.5.29.19";
const subjectAlternativeNameOid = "2.5.29.17";
const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));

/** A new key of the elliptic curve, in PEM. */
export function newKey(namedCurve = "P-256"): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** Issues a certificate that is valid for a day. */
export function issueCertificate(options: CertificateOptions): Identity {
  const { commonName, names = [], key = newKey(), issuer } = options;
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: "spki", format: "der" });
  const alternatives = names.map((name) => element(0x82, textBytes(name))).join("");
  const extensions = [
    extension(basicConstraintsOid, sequence(issuer === undefined ? boolean(true) : "")),
    names.length === 0 ? "" : extension(subjectAlternativeNameOid, sequence(alternatives)),
  ];
  const now = Date.now();
  const version3 = "02";
  const signed = sequence(
    explicit(0, integer(version3)) +
      integer(randomBytes(16).toString("hex")) +
      ecdsaWithSha256 +
      distinguished(issuer?.commonName ?? commonName) +
      sequence(time(new Date(now - day)) + time(new Date(now + day))) +
      distinguished(commonName) +
      publicKey.toString("hex") +
      explicit(3, sequence(extensions.join(""))),
  );
  const signature = sign("sha256", Buffer.from(signed, "hex"), issuer?.key ?? key).toString("hex");
  const der = Buffer.from(sequence(signed + ecdsaWithSha256 + bitString(signature)), "hex");
  return { key, cert: new X509Certificate(der).toString() };
}

function extension(oid: string, value: Hex): Hex {
  return sequence(objectIdentifier(oid) + octetString(value));
}

function distinguished(commonName: string): Hex {
  return sequence(set(sequence(objectIdentifier(commonNameOid) + utf8String(commonName))));
}

/** A new authority, and an identity for these DNS names that it has signed. */
export function underAuthority(...names: readonly string[]): Identity & { readonly authority: string } {
  const authority = { commonName: "Test authority", ...issueCertificate({ commonName: "Test authority" }) };
  return {
    ...issueCertificate({ commonName: "service", names, issuer: authority }),
    authority: authority.cert,
  };
}
