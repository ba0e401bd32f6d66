import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate and its key, created per process and never written to disk. */
export type Certificate = Readonly<ReturnType<typeof createCertificate>>;

/**
 * Bytes, two digits each. At the start of a process, concatenating strings takes a fraction of the time of concatenating
 * Buffers.
 */
type Hex = string;

/** The parts that are equal in all certificates (RFC 5280, 4.1), in ASN.1's Distinguished Encoding Rules. */
const parts = {
  version3: "a003020102",
  /** The beginning of an integer of 16 bytes, positive. */
  serialNumber: "021040",
  ecdsaWithSha256: "300a06082a8648ce3d040302",
  /** CN=localhost */
  name: "30143112301006035504030c096c6f63616c686f7374",
  extensions: [
    // Key usage, critical: digitalSignature, keyCertSign.
    "300e0603551d0f0101ff040403020284",
    // Extended key usage: serverAuth.
    "30130603551d25040c300a06082b06010505070301",
    // Basic constraints, critical: CA.
    "300f0603551d130101ff040530030101ff",
    // Subject alternative name: DNS:localhost.
    "30140603551d11040d300b82096c6f63616c686f7374",
  ].join(""),
} as const;

const hour = 3_600_000;
const year = 365 * 24 * hour;

/**
 * Creates a self-signed certificate for `localhost`: P-256, CA, for servers, valid for a year.
 *
 * Every start of a plugin creates one. This code takes about 1 ms, libraries take 45 to 150 ms.
 *
 * @param now the time of creation; validity starts an hour earlier, in case the clock is set back
 */
export function createCertificate(now = new Date()) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const validity = time(new Date(now.getTime() - hour)) + time(new Date(now.getTime() + year));
  const signed = sequence(
    parts.version3 +
      parts.serialNumber +
      randomBytes(15).toString("hex") +
      parts.ecdsaWithSha256 +
      parts.name +
      sequence(validity) +
      parts.name +
      publicKey.export({ type: "spki", format: "der" }).toString("hex") +
      element("a3", sequence(parts.extensions)),
  );
  const signature = sign("sha256", Buffer.from(signed, "hex"), privateKey).toString("hex");
  const bitString = element("03", `00${signature}`);
  const der = Buffer.from(sequence(signed + parts.ecdsaWithSha256 + bitString), "hex");
  return {
    der,
    /** The certificate in PEM. */
    get certificate() {
      // Lines of 64 characters, as OpenSSL requires.
      const lines = der.toString("base64").replace(/.{1,64}/g, "$&\n");
      return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
    },
    /** The private key, PKCS #8 in PEM. */
    get key() {
      return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    },
  };
}

const sequence = (content: Hex): Hex => element("30", content);

/** An element of less than 64 KiB: tag, length, content. */
function element(tag: Hex, content: Hex): Hex {
  const length = content.length / 2;
  if (length < 0x80) return tag + byte(length) + content;
  return tag + (length < 0x100 ? `81${byte(length)}` : `82${length.toString(16).padStart(4, "0")}`) + content;
}

function byte(value: number): Hex {
  return value.toString(16).padStart(2, "0");
}

/** A time, to the second: UTCTime before 2050, then GeneralizedTime (RFC 5280, 4.1.2.5). */
function time(moment: Date): Hex {
  const digits = `${moment.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  const hex = (text: string): Hex => Buffer.from(text).toString("hex");
  return moment.getUTCFullYear() < 2050 ? element("17", hex(digits.slice(2))) : element("18", hex(digits));
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
