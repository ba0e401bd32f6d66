import { hostData } from "../../../provider/data/host";
import { observedValues } from "../../../provider/data/observed";
import { inOrderOf } from "../../../provider/data/order";
import type { ObjectValue } from "../../../terraform/values/object-value";
import { type Surroundings, withAccount } from "../../account/session";
import { columnOf } from "../../output/object-columns";
import { print } from "../../output/print";
import type { Paint } from "../../output/terminal";
import { textTable } from "../../output/text-table";
import { counted } from "../../output/words";
import type { ListingsOptions } from "./options";

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
  print(surroundings, options, result, (paint) => text(result.hosts, count, tags, paint));
  return options.failIfListed === true && count > 0 ? 2 : 0;
}

function text(hosts: readonly ObjectValue[], count: number, tags: readonly string[], paint: Paint): string {
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
