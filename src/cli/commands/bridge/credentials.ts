/** Name and password of HTTP Basic authentication. */
export interface Credentials {
  readonly accountSid: string;
  readonly authToken: string;
}

/** Reads an `Authorization` header; undefined unless it is HTTP Basic with a name and a password. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(header ?? "")?.[1];
  const [, accountSid, authToken] =
    /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  return accountSid === undefined || authToken === undefined ? undefined : { accountSid, authToken };
}
