import { hostData } from "../../../provider/data/host";
import { observedValues } from "../../../provider/data/observed";
import { inOrderOf } from "../../../provider/data/order";
import { type Surroundings, withAccount } from "../../account/session";
import { print } from "../../output/print";
import type { ListingsOptions } from "./command";
import { listingsText } from "./output";

/**
 * Lists the hosts that are listed now.
 * @returns the exit code: 2 if there is any and that is to fail
 */
export async function runListings(options: ListingsOptions, surroundings: Surroundings): Promise<number> {
  const words = {
    doing: "Reading the listings",
    stopped: () => "Stopped before the listings were read.",
  };
  const listing = await withAccount(options, surroundings, words, ({ account }) => account.listings());
  const { tag: tags = [] } = options;
  const wanted = listing.objects.filter((host) =>
    tags.length === 0 ? true : tags.some((tag) => host.tags?.includes(tag)),
  );
  // Whatever stands in this list is listed, told or not.
  const hosts = wanted.map((host) => observedValues(hostData.attributes, { listed: true, ...host }));
  const result = { total_listed: listing.totalListed ?? null, hosts: inOrderOf(hosts, "host", "id") };
  // Hosts that are counted and cannot be read are listed all the same.
  const count = tags.length === 0 ? Math.max(hosts.length, result.total_listed ?? 0) : hosts.length;
  print(surroundings, options, result, (paint) => listingsText(result.hosts, count, tags, paint));
  return options.failIfListed === true && count > 0 ? 2 : 0;
}
