/** A server whose reputation decides whether mail arrives. */
export interface MailServer {
  /** What it is called in alerts, and in Terraform's plans. */
  name: string;
  /** Its IPv4 address or its domain name, which are listed on different kinds of blocklist. */
  host: string;
  /** What alerts and reports can be filtered by. */
  tags: string[];
}

/** The servers that deliver our mail. In real life this list may come from where the servers are declared. */
export const servers: MailServer[] = [
  { name: "mx-1", host: "192.0.2.11", tags: ["inbound", "amsterdam"] },
  { name: "mx-2", host: "192.0.2.12", tags: ["inbound", "frankfurt"] },
  { name: "mx-3", host: "192.0.2.13", tags: ["inbound", "madrid"] },
  { name: "smtp-out-1", host: "198.51.100.21", tags: ["outbound", "amsterdam"] },
  { name: "smtp-out-2", host: "198.51.100.22", tags: ["outbound", "amsterdam"] },
  { name: "smtp-out-3", host: "198.51.100.23", tags: ["outbound", "frankfurt"] },
  { name: "smtp-out-4", host: "198.51.100.24", tags: ["outbound", "frankfurt"] },
  { name: "newsletter", host: "198.51.100.40", tags: ["outbound", "bulk"] },
  { name: "webmail", host: "webmail.example.com", tags: ["web"] },
  { name: "company-domain", host: "example.com", tags: ["domain"] },
  { name: "shop-domain", host: "shop.example.net", tags: ["domain", "bulk"] },
  { name: "tracking-domain", host: "links.example.org", tags: ["domain", "bulk"] },
];

/** Addresses rented from the provider's pool: one declaration watches them all. */
export const addressPool = "203.0.113.64/29";
