import type { ObjectValue } from "../../../terraform";
import { ageText } from "../../output/durations";
import { printable, type Screen } from "../../output/terminal";
import { counted } from "../../output/text";
import { ageColumn, type Column, columnOf, namesWithin, sidColumn, textTable } from "../../output/text-table";
import { type ListedSource, sourcesOf } from "./sources";

/** The result of the command. */
interface Listings {
  readonly hosts: readonly ObjectValue[];
  /** Listed hosts, those included that cannot be read. */
  readonly count: number;
  /** The sources that list them, if they are wanted instead. */
  readonly sources: readonly ListedSource[] | undefined;
  readonly isTagged: boolean;
}

/** The listed hosts, or the sources that list them, for people. */
export function listingsText({ hosts, count, sources, isTagged }: Listings, screen: Screen): string {
  const { paint } = screen;
  const which = isTagged ? "host with these tags" : "host";
  if (count === 0) return `${paint("green", `No ${which} is listed.`)}\n`;
  const are = count === 1 ? "is" : "are";
  const table =
    sources === undefined ? textTable(columns, hosts, screen) : sourceTable(sources, hosts, screen);
  const summary = paint("red", `${counted(count, "host")} ${are} listed.`);
  return `${hosts.length === 0 ? "" : `${table}\n`}${summary}\n`;
}

const columns: readonly Column<ObjectValue>[] = [
  columnOf("host"),
  columnOf("name"),
  ageColumn("first_listed", "LISTED"),
  {
    title: "BLOCKLISTS",
    of: (host) => namesOf(host).join(", ") || unnamed(host),
    short: (host, width) => namesWithin(namesOf(host), width),
  },
  { ...ageColumn("last_checked", "CHECKED"), wide: true },
  { ...columnOf("status"), wide: true },
  sidColumn(),
];

function namesOf(host: ObjectValue): string[] {
  return sourcesOf(host).map(({ id, name }) => printable(name ?? id ?? ""));
}

function unnamed({ listed_count: count }: ObjectValue): string | null {
  return typeof count === "number" && count > 0 ? counted(count, "source") : null;
}

function sourceTable(
  sources: readonly ListedSource[],
  hosts: readonly ObjectValue[],
  screen: Screen,
): string {
  const byId = new Map(hosts.map((host) => [host.id, host]));
  const listedBy = ({ listed }: ListedSource) =>
    listed.map((id) => printable(String(byId.get(id)?.host ?? id)));
  const sourceColumns: readonly Column<ListedSource>[] = [
    { title: "BLOCKLIST", of: ({ host, source }) => host ?? source },
    { title: "HOSTS", of: ({ listed }) => listed.length },
    { title: "NEWEST", of: ({ listed }) => ageText(byId.get(listed[0] ?? "")?.first_listed, screen.now) },
    {
      title: "LISTED",
      of: (source) => listedBy(source).join(", "),
      short: (source, width) => namesWithin(listedBy(source), width),
    },
    { title: "SID", of: ({ source }) => source, paint: () => "dim", wide: true },
  ];
  return textTable(sourceColumns, sources, screen);
}
