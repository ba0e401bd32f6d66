import { parseSubnet, subnetAddresses } from "../../service/addresses";
import { maxSubnetAddresses } from "../../service/limits";
import { ArgumentError, list, providerFunction, string } from "../../terraform";

/** `expand_subnet`: every address of an IPv4 subnet. */
export const expandSubnetFunction = providerFunction({
  summary: "Every address of an IPv4 subnet.",
  description:
    "Lists the addresses of a subnet, first to last. The network address and the broadcast address are among them, since a blocklist may list them like any other, and bits of the address behind the prefix mean nothing: `192.0.2.5/30` is `192.0.2.4/30`. A subnet larger than /16 is an error.",
  parameters: [
    {
      name: "cidr",
      description: "An IPv4 subnet in CIDR form, such as `192.0.2.0/28`, of at most 65,536 addresses (/16).",
      shape: string(),
    },
  ],
  returns: list(string()),
  call(cidr) {
    const subnet = parseSubnet(cidr);
    if (subnet === undefined) {
      throw new ArgumentError(0, "must be an IPv4 subnet in CIDR form, such as 192.0.2.0/28");
    }
    if (subnet.size > maxSubnetAddresses) {
      const [count, most] = [subnet.size, maxSubnetAddresses].map((number) => number.toLocaleString("en"));
      throw new ArgumentError(
        0,
        `a /${subnet.prefixLength} has ${count} addresses, and at most ${most} (/16) can be listed`,
      );
    }
    return subnetAddresses(subnet);
  },
});
