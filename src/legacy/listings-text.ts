/** Views of the listings for monitoring programs, by the suffix of the path. */
export const listingsViews = ["nagios", "zabbix"] as const;

/** A view in plain text. */
export type ListingsView = (typeof listingsViews)[number];

/** The text of a view: a line with a status for Nagios, the number of listed hosts for Zabbix. */
export function listingsText(view: ListingsView, listed: number): string {
  if (view === "zabbix") return String(listed);
  if (listed === 0) return "OK - no hosts listed";
  return `CRITICAL - ${listed} host${listed === 1 ? "" : "s"} listed!`;
}
