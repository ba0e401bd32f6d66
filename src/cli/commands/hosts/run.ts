import { kindTables } from "../../../provider/data/kinds";
import { observed, readLists } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import {
  assertTagsMatched,
  type Filter,
  filtered,
  hasStatus,
  referenceColumn,
  refersTo,
  withTag,
} from "../../account/references";
import { withAccount } from "../../account/session";
import type { SelectionOptions } from "../../options";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { counted } from "../../output/text";
import { ageColumn, columnOf, keyColumn, sidColumn, statusColumn, textTable } from "../../output/text-table";

export interface HostsOptions extends AccountOptions, PrintOptions, Pick<SelectionOptions, "tag"> {
  readonly profile?: string;
  readonly group?: string;
  readonly status?: string;
  readonly listed?: true;
}

/**
 * Lists the hosts, or those of a monitoring profile, a contact group, a status and tags, or those that are listed.
 * @throws Error for a profile, a group, a status or a tag that the account does not have
 */
export async function hosts(options: HostsOptions, processContext: ProcessContext): Promise<void> {
  const kinds = ["host", "monitoring_profile", "contact_group"] as const;
  const lists = await withAccount(options, processContext, "Reading hosts", ({ account, warn }) =>
    readLists(account, kinds, { once: true, onGap: warn }, new Set(["host"])),
  );
  const all = observed(kindTables.host, lists.of("host"), "host", "id");
  const [profiles, groups] = [lists.of("monitoring_profile"), lists.of("contact_group")];
  assertTagsMatched(options.tag ?? [], all);
  const filters: readonly Filter[] = [
    ...refersTo(options.profile, "profile", "monitoring_profile", lists),
    ...refersTo(options.group, "contact_groups", "contact_group", lists),
    ...hasStatus(options.status, all, "host", ["active", "paused"]),
    ...withTag(options.tag),
    ...(options.listed ? [isListed] : []),
  ];
  const { wanted: hosts } = filtered("host", all, filters, processContext.stderr);
  const columns = [
    keyColumn("host"),
    columnOf("name"),
    statusColumn,
    columnOf("listed"),
    referenceColumn("PROFILE", "profile", profiles),
    referenceColumn("GROUPS", "contact_groups", groups),
    { ...referenceColumn("TAGS", "tags", []), wide: true as const },
    { ...ageColumn("last_checked", "CHECKED"), wide: true as const },
    sidColumn(),
  ];
  print(processContext, options, { hosts }, (screen) => {
    const share = hosts.length === all.length ? "" : `${hosts.length} of `;
    const table = hosts.length === 0 ? "" : `${textTable(columns, hosts, screen)}\n`;
    return `${table}${share}${counted(all.length, "host")}.\n`;
  });
}

const isListed: Filter = {
  attribute: "listed",
  fact: "whether these hosts are listed",
  matches: ({ listed }) => listed === true,
};
