/** Check frequencies of a monitoring profile (docs/design/api.md#monitoring-profile). */
export const frequencies = [
  "1_hour",
  "2_hours",
  "3_hours",
  "6_hours",
  "12_hours",
  "24_hours",
  "48_hours",
  "weekly",
  "2_weeks",
] as const;

/** How a monitoring profile follows the catalogue of sources (docs/design/api.md#monitoring-profile). */
export const syncMethods = ["stay_in_sync", "use_my_selections"] as const;

/** Types of a custom source (docs/design/api.md#source); built-in sources may have others (docs/design/open-points.md#5). */
export const sourceTypes = ["rbl", "rbl_v6", "uribl"] as const;

/** Protocols for fetching a certificate (docs/design/api.md#certificate-monitor), with their registered ports. */
const protocolPorts = {
  https: 443,
  smtps: 465,
  smtp: 25,
  imaps: 993,
  imap: 143,
  pops: 995,
  pop: 110,
  lmtp: 24,
  ftps: 990,
  ftp: 21,
  ldaps: 636,
  ldap: 389,
  mysql: 3306,
  postgresql: 5432,
  sips: 5061,
};

/** The protocols for fetching a certificate. */
export const protocols = Object.keys(protocolPorts) as readonly (keyof typeof protocolPorts)[];

/** The registered port of a protocol, which applies to hostnames without a port; undefined for other values. */
export function registeredPort(protocol: unknown): number | undefined {
  return Object.entries(protocolPorts).find(([name]) => name === protocol)?.[1];
}

/** The destinations of contacts (docs/design/api.md#contact), by the types of contacts. */
export const destinations = {
  email: "Email address.",
  sms: "Phone number with country code.",
  pushover: "Pushover user key or group key.",
  pagerduty: "PagerDuty integration key.",
  slack: "URL of a Slack incoming webhook.",
  datadog: "Datadog API key, or a name for the contact if the key is in `args`.",
  discord: "URL of a Discord webhook.",
  telegram: "Telegram chat.",
  endpoint:
    "URL that receives each notification as a POST request; a new contact first receives its confirmation code.",
  "aws-sns": "ARN of the SNS topic.",
  "aws-cloudwatch": "CloudWatch destination, as in the account's portal.",
};

/** Types of a contact. */
export const contactTypes = Object.keys(destinations) as readonly (keyof typeof destinations)[];

/** The documented statuses of contacts (docs/design/api.md#states). */
export const contactStatuses = ["active", "paused", "pending"] as const;

/** When a contact is notified; deprecated by the service (docs/design/api.md#contact). */
export const schedules = ["every_check", "start_and_end", "while_listed"] as const;
