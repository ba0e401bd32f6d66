import { indexInSubnet, parseSubnet } from "../../service/addresses";
import { maxSubnetAddresses } from "../../service/limits";
import { concludeNothing } from "../../snapshot/gaps";
import { type PlanCall, unknown } from "../../terraform";
import type { Account } from "../account";
import type { HostAttributes } from "../host-attributes";
import { missingMembers } from "../managed/notes";
import { count, hostsWithin, monitoredAlready } from "./hosts";

type HostPlan = PlanCall<HostAttributes, Account>;

/** Plans what follows from a host being a subnet. */
export async function planSubnet(call: HostPlan): Promise<void> {
  limitSubnet(call);
  planMissingMembers(call);
  await keepExistingSubnet(call);
}

/** The number of addresses above which a subnet causes a warning. */
const largestQuietSubnet = 256;

/** Rejects the create of a subnet that is too large to manage, and warns of a large one. Existing subnets are accepted. */
function limitSubnet({ prior, plan, diagnostics }: HostPlan): void {
  if (prior !== null || typeof plan.host !== "string") return;
  const size = parseSubnet(plan.host)?.size ?? 1;
  if (size <= largestQuietSubnet) return;
  const has = `The subnet has ${count(size)} addresses`;
  const path = [{ attribute: "host" }];
  if (size > maxSubnetAddresses) {
    diagnostics.error(
      "Subnet too large",
      `${has}, but the provider creates at most ${count(maxSubnetAddresses)} (/16): the service may create a host for each address, and 1,000 requests per hour cannot list more. Declare only the smaller subnets that you use.`,
      path,
    );
    return;
  }
  diagnostics.warning(
    "Large subnet",
    `${has}. The service may create a host for each of them. Changing or deleting the subnet then costs one request per host, out of 1,000 per hour.`,
    path,
  );
}

/** Plans the recreation of missing members after the existing ones: Terraform compares lists by position. */
function planMissingMembers({ prior, plan, privateState }: HostPlan): void {
  const missing = missingMembers.of(privateState);
  if (prior === null || missing.length === 0) return;
  plan.members = [...(prior.members ?? []), ...missing.map((host) => ({ id: unknown, host }))];
}

/**
 * Rejects replacing a host by its subnet while the account has other addresses of the subnet: the apply would delete the
 * host, and the service would then refuse the subnet. This happens after importing a host of a subnet instead of the subnet.
 */
async function keepExistingSubnet({ context, prior, plan, diagnostics }: HostPlan): Promise<void> {
  const subnet = typeof plan.host === "string" ? parseSubnet(plan.host) : undefined;
  if (context === undefined || subnet === undefined || typeof prior?.host !== "string") return;
  if (indexInSubnet(subnet, prior.host) === undefined) return;
  const objects = await (await context.reader("host")).readAll(concludeNothing);
  if (hostsWithin(subnet, objects).hosts.every(({ id }) => id === prior.id)) return;
  diagnostics.error(
    "Host is part of its subnet",
    [
      `The state has ${prior.id} with the address ${prior.host}, but the configuration has the whole subnet. Terraform would delete this host, and the service would then refuse the subnet. To keep both as they are, keep this resource with its own address.`,
      ...monitoredAlready(subnet, objects),
      "Before you import the subnet, remove the host from state: terraform state rm <address of this resource>",
    ].join("\n\n"),
    [{ attribute: "host" }],
  );
}
