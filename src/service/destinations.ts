import type { contactTypes } from "./enumerations";
import type { ValueKind } from "./same";

/**
 * The contact types whose destination is not a secret (docs/design/api.md#contact). With the destination of other types, anyone
 * can post to it; that of an endpoint is a URL, which may contain a token anywhere.
 */
const publicTypes = new Set<unknown>(["email", "sms", "aws-sns", "aws-cloudwatch"] satisfies ContactType[]);

type ContactType = (typeof contactTypes)[number];

/** The maximum number of visible characters of a secret, and their maximum share. */
const maxVisible = 4;
const maxVisibleShare = 1 / 4;

/** Destinations that are not secret: email addresses, telephone numbers and ARNs. */
const isPublic = /^(?:[^\s/@]+@[^\s/@]+|\+[\d ().-]+|arn:.*)$/;

/** Whether the destination of a contact type is a secret; true for unknown types. */
export function isSecretDestination(type: unknown): boolean {
  return !publicTypes.has(type);
}

/** The kind of value that the destination of a contact type is. Keys are compared as URLs, which leaves them as they are. */
export function destinationKind(type: unknown): ValueKind {
  return type === "email" ? "email" : type === "sms" ? "phone" : "url";
}

/**
 * Masks the destination of a contact if it is a secret: shows the server of a URL and the last characters, as in
 * `https://hooks.example.com/…x7Kq`. If the type is unknown, the form of the destination decides.
 */
export function maskedDestination(type: unknown, destination: string): string {
  if (typeof type === "string" ? !isSecretDestination(type) : isPublic.test(destination)) return destination;
  const url = URL.canParse(destination) ? new URL(destination) : undefined;
  const [server, hidden] = url?.host
    ? [`${url.protocol}//${url.host}/`, `${url.pathname}${url.search}${url.hash}`]
    : ["", destination];
  const secret = [...hidden];
  const count = Math.min(maxVisible, Math.floor(secret.length * maxVisibleShare));
  return `${server}…${count === 0 ? "" : secret.slice(-count).join("")}`;
}
