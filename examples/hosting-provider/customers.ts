/** A customer of the hosting company, and what it rents. */
export interface Customer {
  /** What the customer's stack is called. */
  id: string;
  name: string;
  /** Email address to notify when an address of the customer is listed. */
  abuseContact: string;
  /** Address blocks in CIDR form, none larger than a /24. */
  subnets: string[];
  /** Domain names, whose listings are of another kind. */
  domains: string[];
  /** Whether the contract includes checks every hour. */
  premium: boolean;
}

/** In real life these come from the company's own records. Together they have 2,880 addresses. */
export const customers: Customer[] = [
  {
    id: "acme",
    name: "ACME Newsletters",
    abuseContact: "abuse@acme.example.com",
    subnets: ["198.18.0.0/24", "198.18.1.0/24", "198.18.2.0/25", "198.51.100.0/25"],
    domains: ["acme.example.com", "links.example.com"],
    premium: true,
  },
  {
    id: "globex",
    name: "Globex",
    abuseContact: "postmaster@globex.example.net",
    subnets: ["198.18.16.0/24", "198.18.17.0/24", "203.0.113.0/24"],
    domains: ["globex.example.net"],
    premium: false,
  },
  {
    id: "hooli",
    name: "Hooli Cloud",
    abuseContact: "abuse@hooli.example.com",
    subnets: ["198.19.0.0/24", "198.19.1.0/24", "198.19.2.0/24"],
    domains: [],
    premium: false,
  },
  {
    id: "initech",
    name: "Initech",
    abuseContact: "noc@initech.example.org",
    subnets: ["198.18.32.0/24", "192.0.2.0/24", "198.51.100.192/26"],
    domains: ["initech.example.org"],
    premium: false,
  },
];
