import { isWrapped, wrappedProblem } from "./base-url";
import { assertOption } from "./errors";

/**
 * Creates Basic authentication from account SID and token (docs/design/api.md#authentication 1): the authorization header, and all
 * forms of the credentials that must never be shown.
 * @throws ServiceError if invalid
 */
export function basicCredentials(accountSid: string, authToken: string) {
  assertOption(accountSid !== "" && authToken !== "", "the account SID and the auth token must not be empty");
  assertOption(!isWrapped(accountSid), `the account SID ${wrappedProblem}`);
  assertOption(!isWrapped(authToken), `the auth token ${wrappedProblem}`);
  assertOption(!accountSid.includes(":"), "the account SID must not contain a colon");
  const encoded = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  // Equivalent forms, without padding and for URLs.
  const bare = encoded.replace(/=+$/, "");
  const inUrl = bare.replaceAll("+", "-").replaceAll("/", "_");
  return { header: `Basic ${encoded}`, secrets: [authToken, encoded, bare, inUrl] };
}

/** Warnings about unusual credentials (docs/design/open-points.md#23). They are still accepted. */
export function credentialOddities(accountSid: string, authToken: string): string[] {
  return [
    ...(/^[A-Z]{2}[0-9a-f]{32}$/.test(accountSid)
      ? []
      : ["the account SID is not two capitals and 32 hexadecimal digits"]),
    ...(/^[0-9a-f]{64}$/.test(authToken) ? [] : ["the auth token is not 64 hexadecimal digits"]),
  ];
}
