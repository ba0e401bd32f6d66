import type { contactTypes } from "./enumerations";

/** Whether whoever knows the destination of a contact can post to it, by type (docs/design/api.md#contact). */
const credentials: Readonly<Record<(typeof contactTypes)[number], boolean>> = {
  email: false,
  sms: false,
  pushover: true,
  pagerduty: true,
  slack: true,
  datadog: true,
  discord: true,
  telegram: true,
  // A URL, of which any part may be a token.
  endpoint: true,
  "aws-sns": false,
  "aws-cloudwatch": false,
};

/** Most characters of a credential that are shown, and most of them as a part of it. */
const mostShown = 4;
const mostShownPart = 1 / 4;

/** The forms of destinations that are no credentials: addresses, telephone numbers and names of AWS. */
const isPublic = /^(?:[^\s/@]+@[^\s/@]+|\+[\d ().-]+|arn:.*)$/;

/** Whether the destination of contacts of a type is a credential; of a type that is not known, it may be one. */
export function isSecretDestination(type: unknown): boolean {
  return typeof type === "string" && Object.hasOwn(credentials, type)
    ? credentials[type as keyof typeof credentials]
    : true;
}

/**
 * A destination as it may be shared: as it is (if its type is not known, by its form), or of a credential the server, if it is a URL, and the last characters,
 * as in `https://hooks.example.com/…x7Kq`.
 */
export function maskedDestination(type: unknown, destination: string): string {
  if (typeof type === "string" ? !isSecretDestination(type) : isPublic.test(destination)) return destination;
  const url = URL.canParse(destination) ? new URL(destination) : undefined;
  const server = url === undefined || url.host === "" ? "" : `${url.protocol}//${url.host}/`;
  const secret = [
    ...(url === undefined || server === "" ? destination : `${url.pathname}${url.search}${url.hash}`),
  ];
  const count = Math.min(mostShown, Math.floor(secret.length * mostShownPart));
  return `${server}…${count === 0 ? "" : secret.slice(-count).join("")}`;
}
