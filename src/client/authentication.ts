import { refused } from "./errors";

/** The credentials as requests carry them, with every form of them that must never be shown. */
export interface Credentials {
  readonly header: string;
  readonly secrets: readonly string[];
}

/** Basic authentication by account SID and token (docs/design/api.md#authentication 1). Refuses what the scheme cannot carry. */
export function basicCredentials(accountSid: string, authToken: string): Credentials {
  if (accountSid === "" || authToken === "")
    throw refused("configure the client", "the account SID and the auth token must not be empty");
  if (accountSid.includes(":"))
    throw refused("configure the client", "the account SID must not contain a colon");
  const encoded = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  // Where padding and the two marks are spelt otherwise, it is the same.
  const bare = encoded.replace(/=+$/, "");
  const inUrl = bare.replaceAll("+", "-").replaceAll("/", "_");
  return { header: `Basic ${encoded}`, secrets: [authToken, encoded, bare, inUrl] };
}

/** What looks unusual about the credentials (docs/design/open-points.md#23); nothing of it is a reason to refuse them. */
export function credentialOddities(accountSid: string, authToken: string): string[] {
  return [
    ...(/^[A-Z]{2}[0-9a-f]{32}$/.test(accountSid)
      ? []
      : ["the account SID is not two capitals and 32 hexadecimal digits"]),
    ...(/^[0-9a-f]{64}$/.test(authToken) ? [] : ["the auth token is not 64 hexadecimal digits"]),
  ];
}
