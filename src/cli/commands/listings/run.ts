import type { Account } from "../../../provider/account";
import { readListings } from "../../account/lists";
import { tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { withAccount } from "../../account/session";
import { assertMatched, noteUnmatched, unmatched } from "../../account/unmatched";
import type { SelectionOptions } from "../../options";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { listingsText } from "./output";
import { listedSources } from "./sources";

/** Options of `rblmonitor listings`. */
export interface ListingsOptions extends AccountOptions, PrintOptions, Pick<SelectionOptions, "tag"> {
  readonly by: "host" | "source";
  readonly failIfListed?: true;
}

/**
 * Lists the hosts that are listed now.
 * @returns the exit code: 2 if there is any and that is to fail
 * @throws Error for a tag that no host has, if a listed host is to fail
 */
export async function runListings(options: ListingsOptions, processContext: ProcessContext): Promise<number> {
  const activity = {
    doing: "Reading the listings",
    stopped: () => "Stopped before the listings were read.",
  };
  const { tag: tags = [], failIfListed = false } = options;
  const { total, count, hosts, problems } = await withAccount(
    options,
    processContext,
    activity,
    async ({ account }) => {
      const listings = await readListings(account, tags);
      return { ...listings, problems: await unknownTags(account, tags, listings.hosts) };
    },
  );
  if (failIfListed) assertMatched(problems);
  noteUnmatched(processContext, problems);
  const sources = options.by === "source" ? listedSources(hosts) : undefined;
  print(processContext, options, { total_listed: total, hosts, ...(sources && { sources }) }, (screen) =>
    listingsText({ hosts, count, sources, isTagged: tags.length > 0 }, screen),
  );
  return failIfListed && count > 0 ? 2 : 0;
}

/** Tags that no host of the account has. Only a tag that no listed host has costs requests. */
async function unknownTags(
  account: Account,
  tags: readonly string[],
  listed: readonly object[],
): Promise<string[]> {
  const known = tagsOf(listed);
  if (tags.every((tag) => known.includes(tag))) return [];
  const hosts = await (await account.reader("host")).readAll();
  return unmatched(tags, tagsOf([...listed, ...hosts]), { subject: "host", noun: "tag" });
}
