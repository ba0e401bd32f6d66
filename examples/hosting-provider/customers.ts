/** A customer of the hosting company, and what it rents. */
export interface Customer {
  /** What the customer's stack is called. */
  id: string;
  name: string;
  /** Who is told when an address of the customer is listed. */
  abuseContact: string;
  /** Address blocks in CIDR form. */
  subnets: string[];
  /** Domain names, whose listings are of another kind. */
  domains: string[];
  /** Whether the contract includes checks every hour. */
  premium: boolean;
}

/** In real life these come from the company's own records. Together they have 768 addresses. */
export const customers: Customer[] = [
  {
    id: "acme",
    name: "ACME Newsletters",
    abuseContact: "abuse@acme.example.com",
    subnets: ["198.51.100.0/25", "198.51.100.128/26"],
    domains: ["acme.example.com", "links.example.com"],
    premium: true,
  },
  {
    id: "globex",
    name: "Globex",
    abuseContact: "postmaster@globex.example.net",
    subnets: ["203.0.113.0/24"],
    domains: ["globex.example.net"],
    premium: false,
  },
  {
    id: "initech",
    name: "Initech",
    abuseContact: "noc@initech.example.org",
    subnets: ["192.0.2.0/24", "198.51.100.192/26"],
    domains: [],
    premium: false,
  },
];
