import { lastResult } from "../../../coverage/words";
import type { Account } from "../../../provider/account";
import { lackingText } from "../../../provider/text";
import { groupedBy } from "../../../service/groups";
import { isPausedStatus } from "../../../service/status";
import type { ObjectValue } from "../../../terraform";
import { blocklistNames, blocklistsOf, readListings } from "../../account/lists";
import { tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { assertTagsMatched, filtered, withTag } from "../../account/references";
import { withAccount } from "../../account/session";
import type { SelectionOptions } from "../../options";
import { ageText } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { type PrintOptions, print } from "../../output/print";
import { unmatched } from "../../output/suggestion";
import { type ProcessContext, printable } from "../../output/terminal";
import { counted } from "../../output/text";
import {
  ageColumn,
  type Column,
  columnOf,
  keyColumn,
  namesWithin,
  sidColumn,
  textTable,
} from "../../output/text-table";

export interface ListingsOptions extends AccountOptions, PrintOptions, Pick<SelectionOptions, "tag"> {
  readonly by: "host" | "source";
  readonly failIfListed?: true;
}

/**
 * Shows the hosts that are on blocklists now.
 * @returns the exit code: with --fail-if-listed 2 for a listed host, 1 if a host with the tags may be listed
 * @throws Error for a tag that no host has
 */
export async function listings(options: ListingsOptions, processContext: ProcessContext): Promise<number> {
  const { tag: tags = [], failIfListed = false } = options;
  const reading = withAccount(options, processContext, "Reading the listings", async ({ account, warn }) => {
    const listings = await readListings(account, warn);
    await assertTags(account, tags, listings.hosts, warn);
    return listings;
  });
  const { total, count: countOfAll, unseen, hosts: all } = await reading;
  const { wanted: hosts, unknown: untagged } = filtered("host", all, withTag(tags), processContext.stderr);
  const unknown = untagged + (tags.length > 0 ? unseen : 0);
  const count = tags.length > 0 ? hosts.length : countOfAll;
  const sources = options.by === "source" ? listingSources(hosts) : undefined;
  const sids = sources?.map(({ listed, ...source }) => ({ ...source, listed: listed.map(({ id }) => id) }));
  const json = { total_listed: total, hosts, ...(sids && { sources: sids }) };
  print(processContext, options, json, (screen) => {
    const { paint } = screen;
    const which = tags.length > 0 ? "host with these tags" : "host";
    if (count === 0 && unknown > 0) return "";
    if (count === 0) return `${paint("green", `No ${which} is listed.`)}\n`;
    const table = sources ? textTable(sourceColumns, sources, screen) : textTable(columns, hosts, screen);
    const summary = paint("red", `${counted(count, "host")} ${count === 1 ? "is" : "are"} listed.`);
    return `${hosts.length === 0 ? "" : `${table}\n`}${summary}\n`;
  });
  if (!failIfListed) return 0;
  return count > 0 ? 2 : Math.sign(unknown);
}

/** Only a tag that no listed host has costs requests. @throws Error for a tag that no host of the account has */
async function assertTags(
  account: Account,
  tags: readonly string[],
  listed: readonly ObjectValue[],
  onGap: (text: string) => void,
): Promise<void> {
  if (unmatched(tags, tagsOf(listed), "host").length === 0) return;
  const reader = await account.reader("host");
  const hosts = await reader.readAll((lacking) => onGap(lackingText("host", lacking)));
  assertTagsMatched(tags, [...listed, ...hosts]);
}

type ListingSource = ReturnType<typeof listingSources>[number];

/** The sources that list hosts, those that list most first, with their hosts. @param hosts with the attributes of the data source */
function listingSources(hosts: readonly ObjectValue[]) {
  const listings = hosts.flatMap((listed) => blocklistsOf(listed).map((source) => ({ ...source, listed })));
  return [...groupedBy(listings, ({ id, name }) => id ?? name).values()]
    .map((same) => ({
      /** Its SID; null if the service does not report it. */
      source: same[0]?.id ?? null,
      host: same[0]?.name ?? null,
      /** Newest listing first. */
      listed: same.map(({ listed }) => listed),
    }))
    .sort((a, b) => b.listed.length - a.listed.length || compareNaturally(a.host ?? "", b.host ?? ""));
}

/** The columns of hosts. */
export const columns: readonly Column<ObjectValue>[] = [
  keyColumn("host"),
  columnOf("name"),
  {
    title: "LISTED",
    of({ first_listed: since, status }, { now }) {
      const age = ageText(since, now);
      return isPausedStatus(String(status)) ? `${age ?? ""} (${lastResult})`.trimStart() : age;
    },
  },
  {
    title: "BLOCKLISTS",
    of(host) {
      const { count, names } = blocklistNames(host);
      return names.join(", ") || (count > 0 ? counted(count, "source") : null);
    },
    short: (host, width) => namesWithin(blocklistNames(host).names.map(printable), width),
  },
  { ...ageColumn("last_checked", "CHECKED"), wide: true },
  { ...columnOf("status"), wide: true },
  sidColumn(),
];

const sourceColumns: readonly Column<ListingSource>[] = [
  { title: "BLOCKLIST", of: ({ host, source }) => host ?? source, isKey: true },
  { title: "HOSTS", of: ({ listed }) => listed.length },
  { title: "NEWEST", of: ({ listed: [newest] }, { now }) => ageText(newest?.first_listed, now) },
  {
    title: "LISTED",
    of: (source) => hostNames(source).join(", "),
    short: (source, width) => namesWithin(hostNames(source), width),
  },
  { title: "SID", of: ({ source }) => source, paint: () => "dim", wide: true },
];

function hostNames({ listed }: ListingSource): string[] {
  return listed.map(({ host, id }) => printable(String(host ?? id)));
}
