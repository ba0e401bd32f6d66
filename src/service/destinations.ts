import type { contactTypes } from "./enumerations";

/** Whether the destination of a contact is a secret, which allows posting to it, by type (docs/design/api.md#contact). */
const secretTypes: Readonly<Record<(typeof contactTypes)[number], boolean>> = {
  email: false,
  sms: false,
  pushover: true,
  pagerduty: true,
  slack: true,
  datadog: true,
  discord: true,
  telegram: true,
  // A URL, which may contain a token anywhere.
  endpoint: true,
  "aws-sns": false,
  "aws-cloudwatch": false,
};

/** The maximum number of visible characters of a secret, and their maximum share. */
const maxVisible = 4;
const maxVisibleShare = 1 / 4;

/** Destinations that are not secret: email addresses, telephone numbers and ARNs. */
const isPublic = /^(?:[^\s/@]+@[^\s/@]+|\+[\d ().-]+|arn:.*)$/;

/** Whether the destination of a contact type is a secret; true for unknown types. */
export function isSecretDestination(type: unknown): boolean {
  return typeof type === "string" && Object.hasOwn(secretTypes, type)
    ? secretTypes[type as keyof typeof secretTypes]
    : true;
}

/**
 * Masks the destination of a contact if it is a secret: shows the server of a URL and the last characters, as in
 * `https://hooks.example.com/…x7Kq`. If the type is unknown, the form of the destination decides.
 */
export function maskedDestination(type: unknown, destination: string): string {
  if (typeof type === "string" ? !isSecretDestination(type) : isPublic.test(destination)) return destination;
  const url = URL.canParse(destination) ? new URL(destination) : undefined;
  const server = url === undefined || url.host === "" ? "" : `${url.protocol}//${url.host}/`;
  const secret = [
    ...(url === undefined || server === "" ? destination : `${url.pathname}${url.search}${url.hash}`),
  ];
  const count = Math.min(maxVisible, Math.floor(secret.length * maxVisibleShare));
  return `${server}…${count === 0 ? "" : secret.slice(-count).join("")}`;
}
