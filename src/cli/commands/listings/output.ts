import type { ObjectValue } from "../../../terraform";
import type { Paint } from "../../output/terminal";
import { counted } from "../../output/text";
import { columnOf, textTable } from "../../output/text-table";

/** The listed hosts, for people. */
export function listingsText(
  hosts: readonly ObjectValue[],
  count: number,
  tags: readonly string[],
  paint: Paint,
): string {
  const which = tags.length === 0 ? "host" : "host with such a tag";
  if (count === 0) return `${paint("green", `No ${which} is listed.`)}\n`;
  const are = count === 1 ? "is" : "are";
  const table = hosts.length === 0 ? "" : `${textTable(columns, hosts, paint)}\n`;
  return `${table}${paint("red", `${counted(count, "host")} ${are} listed.`)}\n`;
}

const columns = [
  columnOf("host"),
  columnOf("name"),
  columnOf("listed_count", "SOURCES"),
  columnOf("first_listed", "SINCE"),
  columnOf("last_checked", "CHECKED"),
  columnOf("status"),
  columnOf("id", "SID", "dim"),
];
