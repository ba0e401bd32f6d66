import { readListings } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { withAccount } from "../../account/session";
import type { PrintOptions } from "../../options";
import { print } from "../../output/print";
import type { Surroundings } from "../../output/terminal";
import { listingsText } from "./output";

/** What `rblmonitor listings` was told. */
export interface ListingsOptions extends AccountOptions, PrintOptions {
  readonly tag?: readonly string[];
  readonly failIfListed?: true;
}

/**
 * Lists the hosts that are listed now.
 * @returns the exit code: 2 if there is any and that is to fail
 */
export async function runListings(options: ListingsOptions, surroundings: Surroundings): Promise<number> {
  const words = {
    doing: "Reading the listings",
    stopped: () => "Stopped before the listings were read.",
  };
  const { tag: tags = [] } = options;
  const { total, count, hosts } = await withAccount(options, surroundings, words, ({ account }) =>
    readListings(account, tags),
  );
  print(surroundings, options, { total_listed: total, hosts }, (paint) =>
    listingsText(hosts, count, tags, paint),
  );
  return options.failIfListed === true && count > 0 ? 2 : 0;
}
