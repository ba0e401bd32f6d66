import { createHmac, timingSafeEqual } from "node:crypto";

/** How a signature is looked at. */
export interface SignatureOptions {
  /** Seconds that a timestamp may be old, 300 by default (docs/design/api.md#limits). */
  readonly tolerance?: number;
  /** Milliseconds since 1970; the system's time by default. */
  readonly now?: () => number;
}

/**
 * What a look at a signature finds: it is right; the header is missing or has another form; it is not the body's, or was
 * made with another secret; or it is right, but older than the tolerance.
 */
export type SignatureVerdict = "right" | "malformed" | "wrong" | "late";

/** What an `X-Webhook-Signature` header holds: when it was signed, as the header spells it, and the signatures. */
interface SignatureHeader {
  readonly timestamp: string;
  readonly signatures: readonly Buffer[];
}

/**
 * Whether a webhook request was signed with the secret, lately (docs/design/api.md#webhook-signatures).
 *
 * The header is `t=<unix_timestamp>,v1=<hex_signature>`; there may be several `v1`, of which one must be right, and
 * parts of other names are passed over. A missing header, one of another form and an empty secret are never right, and
 * nothing is thrown. How long this takes says nothing of how much of a signature is right.
 *
 * @param rawBody the body as it was received: one that was parsed and written again may differ
 */
export function verifySignature(
  header: string | null | undefined,
  rawBody: string | Uint8Array,
  secret: string,
  options: SignatureOptions = {},
): boolean {
  return checkSignature(header, rawBody, secret, options) === "right";
}

/** What `verifySignature` finds, for messages that say what is wrong. */
export function checkSignature(
  header: string | null | undefined,
  rawBody: string | Uint8Array,
  secret: string,
  { tolerance = 300, now = Date.now }: SignatureOptions = {},
): SignatureVerdict {
  const read = typeof header === "string" ? readHeader(header) : undefined;
  if (read === undefined) return "malformed";
  const expected = digest(secret, read.timestamp, rawBody);
  // Each is compared, so that the time taken does not tell which of them is right.
  const right = read.signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (right.length === 0 || secret === "") return "wrong";
  // Put so that a tolerance which is no number lets nothing pass.
  return now() / 1_000 - Number(read.timestamp) <= tolerance ? "right" : "late";
}

/**
 * The `X-Webhook-Signature` of a body, as the service makes it: for testing a receiver.
 *
 * @param now milliseconds since 1970 at which it is signed; the system's time by default
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

function readHeader(header: string): SignatureHeader | undefined {
  const parts = header.split(",").map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [timestamp, ...others] = valuesOf("t");
  const signatures = valuesOf("v1").filter((text) => /^[0-9a-f]{64}$/i.test(text));
  const isReadable = timestamp !== undefined && others.length === 0 && /^\d{1,15}$/.test(timestamp);
  if (!isReadable || signatures.length === 0) return undefined;
  return { timestamp, signatures: signatures.map((text) => Buffer.from(text, "hex")) };
}
