import { createHmac, timingSafeEqual } from "node:crypto";

/** How a signature is looked at. */
export interface SignatureOptions {
  /** Seconds that a timestamp may be old, 300 by default (api-4.0, Limits). */
  readonly tolerance?: number;
  /** Milliseconds since 1970; the system's time by default. */
  readonly now?: () => number;
}

/** What an `X-Webhook-Signature` header holds: when it was signed, as the header spells it, and the signatures. */
interface SignatureHeader {
  readonly timestamp: string;
  readonly signatures: readonly Buffer[];
}

/**
 * Whether a webhook request was signed with the secret, lately (api-4.0, Authentication 4).
 *
 * The header is `t=<unix_timestamp>,v1=<hex_signature>`; there may be several `v1`, of which one must be right, and
 * parts of other names are passed over. A header of another form and an empty secret are never right. How long this
 * takes says nothing of how much of a signature is right.
 *
 * @param rawBody the body as it was received: one that was parsed and written again may differ
 */
export function verifySignature(
  header: string,
  rawBody: string | Uint8Array,
  secret: string,
  { tolerance = 300, now = Date.now }: SignatureOptions = {},
): boolean {
  const read = readHeader(header);
  if (read === undefined || secret === "") return false;
  const isLate = now() / 1_000 - Number(read.timestamp) > tolerance;
  const expected = createHmac("sha256", secret).update(`${read.timestamp}.`).update(rawBody).digest();
  // Each is compared, so that the time taken does not tell which of them is right.
  const right = read.signatures.filter((signature) => timingSafeEqual(signature, expected));
  return right.length > 0 && !isLate;
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
