import type { CoveredAccount } from "../coverage/account";
import { watchersOf } from "../coverage/watching";
import { reasonText } from "../coverage/words";
import { parseHost } from "../service/addresses";
import type { PlanCall, WriteCall } from "../terraform";
import type { Account } from "./account";
import { type HostAttributes, hostAttributes } from "./host-attributes";
import { keyRule } from "./managed/identity/natural-key";
import { objectsOf } from "./managed/refusals";
import { managedResource } from "./managed/resource";
import { subnetHosts } from "./subnet/members";
import { planSubnet } from "./subnet/plan";

/** Hosts (docs/design/api.md#host). A subnet may create several (docs/design/open-points.md#10). */
export const host = managedResource({
  kind: "host",
  description:
    "Monitors an IPv4 address, a domain name, or an IPv4 subnet on the DNS blocklists of a monitoring profile.",
  attributes: hostAttributes,
  key: {
    field: "host",
    rule: keyRule("host", "host"),
    unique: "error",
    description: "its address, domain name, or subnet",
  },
  membership: subnetHosts,
  async plan(call) {
    warnOfAddressV6(call);
    await planSubnet(call);
  },
  afterCreate: {
    // The process that creates a profile knows it.
    reads: ({ paused, profile }) =>
      paused === true || typeof profile !== "string" ? [] : ["monitoring_profile", "source"],
    warn: warnIfUnchecked,
  },
});

/** Warns of a new host that nothing checks. */
async function warnIfUnchecked({ context, plan, diagnostics }: WriteCall<HostAttributes, Account>) {
  if (!context.knows("source") || typeof plan.host !== "string" || plan.paused === true) return;
  const { profile, account } = await readProfile(context, plan.profile);
  const watch = watchersOf(account).host({ id: "", host: plan.host, profile: plan.profile });
  if (watch.watched !== "no") return;
  diagnostics.warning(
    "Host not checked",
    `Nothing checks ${plan.host}: ${reasonText({ key: plan.host, watch }, JSON.stringify(profile?.name ?? plan.profile))}. Add a source to the profile, or select another profile.`,
    [{ attribute: "profile" }],
  );
}

/** A profile and its sources. Unless a resource of this run manages the profile, it reads the list of each, once. */
async function readProfile(context: Account, id: string) {
  const [profiles, sources] = [await context.reader("monitoring_profile"), await context.reader("source")];
  const profile =
    profiles.known(id) ??
    (await objectsOf(context, "monitoring_profile", "readAll")).find((each) => each.id === id);
  const entries = profile?.entries ?? [];
  const known = () => entries.flatMap((entry) => sources.known(entry) ?? []);
  const isManaged = context.ledger({ kind: "monitoring_profile" }).isManaged(id);
  let isWhole = !isManaged && profile?.sync_method !== "stay_in_sync" && known().length < entries.length;
  const onGap = () => {
    isWhole = false;
  };
  if (isWhole) await objectsOf(context, "source", "readAll", onGap);
  const found = { monitoring_profile: profile === undefined ? [] : [profile], source: known() };
  const account: CoveredAccount = {
    of: (kind) => (found[kind as keyof typeof found] ?? []) as never,
    isWhole: (kind) => kind === "source" && isWhole,
  };
  return { profile, account };
}

/** The API specification mentions only IPv4 addresses, but the service may also accept IPv6. */
function warnOfAddressV6({ prior, plan, diagnostics }: PlanCall<HostAttributes, Account>): void {
  if (prior !== null || typeof plan.host !== "string" || parseHost(plan.host)?.form !== "address_v6") return;
  diagnostics.warning(
    "IPv6 host may be refused",
    "The API specification mentions only IPv4 addresses, domain names, and IPv4 subnets. The service may refuse to create a host with an IPv6 address.",
    [{ attribute: "host" }],
  );
}
