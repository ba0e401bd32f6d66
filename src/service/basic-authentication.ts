import { createHash, timingSafeEqual } from "node:crypto";

/** Credentials of an account. */
export interface Credentials {
  readonly accountSid: string;
  readonly authToken: string;
}

/** Whether an `Authorization` header has the credentials (HTTP Basic authentication), compared in constant time. */
export function isAuthenticated(header: string | undefined, { accountSid, authToken }: Credentials): boolean {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return false;
  const digest = (text: string | Buffer) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(Buffer.from(encoded, "base64")), digest(`${accountSid}:${authToken}`));
}
