import { parseSubnet, subnetAddresses } from "../../service/addresses";
import { maxSubnetAddresses } from "../../service/limits";
import { ArgumentError, list, providerFunction, string } from "../../terraform";

/** `expand_subnet`: every address of an IPv4 subnet. */
export const expandSubnetFunction = providerFunction({
  summary: "Lists all addresses of an IPv4 subnet.",
  description:
    "Lists the addresses of a subnet in ascending order. Includes the network and broadcast addresses, because a blocklist may list them. Host bits are ignored: `192.0.2.5/30` equals `192.0.2.4/30`. Fails for subnets larger than /16.",
  parameters: [
    {
      name: "cidr",
      description:
        "IPv4 subnet in CIDR notation, such as `192.0.2.0/28`, with at most 65,536 addresses (/16).",
      shape: string(),
    },
  ],
  returns: list(string()),
  call(cidr) {
    const subnet = parseSubnet(cidr);
    if (subnet === undefined) {
      throw new ArgumentError(0, "must be an IPv4 subnet in CIDR notation, such as 192.0.2.0/28");
    }
    if (subnet.size > maxSubnetAddresses) {
      const [count, most] = [subnet.size, maxSubnetAddresses].map((number) => number.toLocaleString("en"));
      throw new ArgumentError(
        0,
        `must have at most ${most} addresses (/16); a /${subnet.prefixLength} has ${count}`,
      );
    }
    return subnetAddresses(subnet);
  },
});
