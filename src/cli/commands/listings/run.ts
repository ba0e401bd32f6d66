import type { Account } from "../../../provider/account";
import type { ObjectValue } from "../../../terraform";
import { blocklistsOf, readListings } from "../../account/lists";
import { tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { withAccount } from "../../account/session";
import type { SelectionOptions } from "../../options";
import { ageText } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { type PrintOptions, print } from "../../output/print";
import { assertMatched, unmatched } from "../../output/suggestion";
import { type ProcessContext, printable, type Screen } from "../../output/terminal";
import { counted } from "../../output/text";
import { ageColumn, type Column, columnOf, namesWithin, sidColumn, textTable } from "../../output/text-table";

export interface ListingsOptions extends AccountOptions, PrintOptions, Pick<SelectionOptions, "tag"> {
  readonly by: "host" | "source";
  readonly failIfListed?: true;
}

/**
 * Shows the hosts that are on blocklists now.
 * @returns the exit code: 2 with --fail-if-listed and a listed host
 * @throws Error for a tag that no host has
 */
export async function listings(options: ListingsOptions, processContext: ProcessContext): Promise<number> {
  const activity = { doing: "Reading the listings" };
  const { tag: tags = [], failIfListed = false } = options;
  const { total, count, hosts } = await withAccount(
    options,
    processContext,
    activity,
    async ({ account }) => {
      const listings = await readListings(account, tags);
      await assertTags(account, tags, listings.hosts);
      return listings;
    },
  );
  const sources = options.by === "source" ? listingSources(hosts) : undefined;
  print(processContext, options, { total_listed: total, hosts, ...(sources && { sources }) }, (screen) =>
    listingsText({ hosts, count, sources, isTagged: tags.length > 0 }, screen),
  );
  return failIfListed && count > 0 ? 2 : 0;
}

/** Only a tag that no listed host has costs requests. @throws Error for a tag that no host of the account has */
async function assertTags(
  account: Account,
  tags: readonly string[],
  listed: readonly object[],
): Promise<void> {
  const known = tagsOf(listed);
  if (tags.every((tag) => known.includes(tag))) return;
  const hosts = await (await account.reader("host")).readAll();
  assertMatched(unmatched(tags, tagsOf([...listed, ...hosts]), "host"));
}

/** A source, and the hosts that it lists, newest listing first. */
interface ListingSource {
  /** Its SID; null if the service does not report it. */
  readonly source: string | null;
  readonly host: string | null;
  /** The SIDs of the hosts. */
  readonly listed: readonly string[];
}

/** The sources that list hosts, those that list most first. @param hosts with the attributes of the data source */
function listingSources(hosts: readonly ObjectValue[]): ListingSource[] {
  const sources = new Map<string, ListingSource & { readonly listed: string[] }>();
  for (const host of hosts) {
    for (const { id, name } of blocklistsOf(host)) {
      const key = id ?? name ?? "";
      const source = sources.get(key) ?? { source: id, host: name, listed: [] };
      source.listed.push(String(host.id));
      sources.set(key, source);
    }
  }
  return [...sources.values()].sort(
    (a, b) => b.listed.length - a.listed.length || compareNaturally(a.host ?? "", b.host ?? ""),
  );
}

interface Listings {
  readonly hosts: readonly ObjectValue[];
  /** Listed hosts, those included that cannot be read. */
  readonly count: number;
  /** The sources that list them, if the result is grouped by source. */
  readonly sources: readonly ListingSource[] | undefined;
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
    of: (host) => blocklistNames(host).join(", ") || blocklistCount(host),
    short: (host, width) => namesWithin(blocklistNames(host), width),
  },
  { ...ageColumn("last_checked", "CHECKED"), wide: true },
  { ...columnOf("status"), wide: true },
  sidColumn(),
];

function blocklistNames(host: ObjectValue): string[] {
  return blocklistsOf(host).map(({ id, name }) => printable(name ?? id ?? ""));
}

function blocklistCount({ listed_count: count }: ObjectValue): string | null {
  return typeof count === "number" && count > 0 ? counted(count, "source") : null;
}

function sourceTable(
  sources: readonly ListingSource[],
  hosts: readonly ObjectValue[],
  screen: Screen,
): string {
  const byId = new Map(hosts.map((host) => [host.id, host]));
  const hostNames = ({ listed }: ListingSource) =>
    listed.map((id) => printable(String(byId.get(id)?.host ?? id)));
  const sourceColumns: readonly Column<ListingSource>[] = [
    { title: "BLOCKLIST", of: ({ host, source }) => host ?? source },
    { title: "HOSTS", of: ({ listed }) => listed.length },
    { title: "NEWEST", of: ({ listed }) => ageText(byId.get(listed[0] ?? "")?.first_listed, screen.now) },
    {
      title: "LISTED",
      of: (source) => hostNames(source).join(", "),
      short: (source, width) => namesWithin(hostNames(source), width),
    },
    { title: "SID", of: ({ source }) => source, paint: () => "dim", wide: true },
  ];
  return textTable(sourceColumns, sources, screen);
}
