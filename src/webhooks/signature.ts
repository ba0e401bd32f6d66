import { createHmac, timingSafeEqual } from "node:crypto";

/** Options for verifying signatures. */
export interface SignatureOptions {
  /** How many seconds the timestamp may lie before or after the present. Defaults to 300 (docs/design/api.md#limits). */
  readonly tolerance?: number;
  /** The time in milliseconds since 1970. Defaults to the system's time. */
  readonly now?: () => number;
}

/**
 * The result of checking a signature. `malformed`: the header is missing or invalid. `wrong`: the signature does not match the
 * body and secret. `late`: it matches, but is older than the tolerance. `early`: it matches, but is dated further in the future.
 */
export type SignatureVerdict = "right" | "malformed" | "wrong" | "late" | "early";

/** A body as received. One that was parsed and serialized again may differ. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/**
 * Whether a webhook request has a recent signature with the secret (docs/design/api.md#webhook-signatures).
 *
 * The header is `t=<unix_timestamp>,v1=<hex_signature>`. There may be several `v1`; one must match. Other names are
 * ignored. Returns false for a missing or malformed header, for an empty or missing secret, and for a body that is missing or
 * parsed. Never throws. The comparison takes constant time.
 */
export function verifySignature(
  header: string | null | undefined,
  rawBody: RawBody,
  secret: string,
  options?: SignatureOptions,
): boolean {
  return checkSignature(header, rawBody, secret, options) === "right";
}

/** Like `verifySignature`, with the reason of a failure. */
export function checkSignature(
  header: string | null | undefined,
  rawBody: RawBody,
  secret: string,
  options?: SignatureOptions,
): SignatureVerdict {
  // Programs in JavaScript may pass anything.
  const { tolerance = 300, now = Date.now } = options ?? {};
  const read = typeof header === "string" ? readHeader(header) : undefined;
  if (read === undefined) return "malformed";
  const body = rawBody instanceof ArrayBuffer ? new Uint8Array(rawBody) : rawBody;
  if (typeof secret !== "string" || !(typeof body === "string" || body instanceof Uint8Array)) return "wrong";
  const expected = digest(secret, read.timestamp, body);
  // All are compared, so that the time does not show which one matches.
  const matching = read.signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (matching.length === 0 || secret === "") return "wrong";
  const age = now() / 1_000 - Number(read.timestamp);
  // With a NaN tolerance, this is false.
  if (Math.abs(age) <= tolerance) return "right";
  return age < 0 ? "early" : "late";
}

/**
 * Creates the `X-Webhook-Signature` header of a body, for testing a receiver.
 *
 * @param now the time of signing in milliseconds since 1970; defaults to the system's time
 */
export function signatureHeader(
  rawBody: string | Uint8Array,
  secret: string,
  { now = Date.now }: Pick<SignatureOptions, "now"> = {},
): string {
  const timestamp = String(Math.floor(now() / 1_000));
  return `t=${timestamp},v1=${digest(secret, timestamp, rawBody).toString("hex")}`;
}

function digest(secret: string, timestamp: string, rawBody: string | Uint8Array): Buffer {
  return createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest();
}

/** The timestamp and the signatures of a header; undefined if it is malformed. */
function readHeader(header: string) {
  const parts = header.split(",").map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [timestamp, ...others] = valuesOf("t");
  const signatures = valuesOf("v1").filter((text) => /^[0-9a-f]{64}$/i.test(text));
  const isReadable = timestamp !== undefined && others.length === 0 && /^\d{1,15}$/.test(timestamp);
  if (!isReadable || signatures.length === 0) return undefined;
  return { timestamp, signatures: signatures.map((text) => Buffer.from(text, "hex")) };
}
