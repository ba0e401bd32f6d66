import { parseHost, parseSubnet, subnetAddresses } from "../service/addresses";
import { maxSubnetAddresses } from "../service/limits";
import { canonicalSid, checkIdPattern, sidKind, sidPattern } from "../service/sids";
import { ArgumentError, bool, list, type ProviderFunction, providerFunction, string } from "../terraform";
import { verifySignature } from "../webhooks/signature";

/**
 * `verify_webhook`: whether a webhook request comes from the service (docs/design/api.md#webhook-signatures). Terraform cannot
 * mark a parameter as sensitive, so no message contains any part of an argument.
 */
const verifyWebhookFunction = providerFunction({
  summary: "Verifies the signature of a webhook request.",
  description:
    "Returns whether a webhook request was signed with a secret at most five minutes ago, or dated at most five minutes in the future. Returns false if the header is malformed. The comparison takes constant time.\n\nTerraform normalizes strings to Unicode NFC, so the signature of a body that is not NFC never verifies. The result depends on the time: if a request expires between plan and apply, Terraform reports an inconsistent result.",
  parameters: [
    {
      name: "secret",
      description: "Signing secret of the webhook endpoint. If the value is sensitive, so is the result.",
      shape: string(),
    },
    {
      name: "header",
      description: "Header `X-Webhook-Signature` of the request: `t=<unix_timestamp>,v1=<hex_signature>`.",
      shape: string(),
    },
    { name: "body", description: "Unparsed body of the request.", shape: string() },
  ],
  returns: bool(),
  call(secret, header, body) {
    if (secret === "") throw new ArgumentError(0, "must not be empty");
    return verifySignature(header, body, secret);
  },
});

/** Known prefixes of events (docs/design/open-points.md#19). With any two letters, accounts would count as events, too. */
const eventPrefixes = ["TA", "EA", "EV"];

/** `sid_kind`: the kind of object that a SID identifies (docs/design/api.md#identifiers). */
const sidKindFunction = providerFunction({
  summary: "Returns the kind of object that a SID identifies.",
  description:
    "Returns the kind of object that a SID identifies, based on its prefix:\n\n- the resource type without `rblmonitor_`: `host`, `monitoring_profile`, `source`, `certificate_monitor`, `certificate_profile`, `contact`, or `contact_group`\n- `check` for the id of a manual check\n- `event` for the SID of a webhook event\n\nSends no request, so the object does not need to exist. Fails for any other value.",
  parameters: [
    {
      name: "sid",
      description:
        "SID in upper or lower case: two letters and 32 hexadecimal digits, or 64 digits for the id of a manual check.",
      shape: string(),
    },
  ],
  returns: string(),
  call(text) {
    const sid = canonicalSid(text);
    const kind = sidKind(sid);
    if (kind !== undefined) return kind;
    if (checkIdPattern.test(sid)) return "check";
    const isSid = sidPattern.test(sid);
    if (isSid && eventPrefixes.includes(sid.slice(0, 2))) return "event";
    throw new ArgumentError(
      0,
      isSid
        ? `must have a known prefix; no kind of object has the prefix ${sid.slice(0, 2)}`
        : "must be a SID: two letters and 32 hexadecimal digits, or PP and 64 digits for a manual check",
    );
  },
});

/** `expand_subnet`: every address of an IPv4 subnet. */
const expandSubnetFunction = providerFunction({
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
    const host = parseHost(cidr);
    if (host?.form === "address" && cidr.includes("/")) return [host.canonical];
    const subnet = parseSubnet(cidr);
    if (subnet === undefined) {
      throw new ArgumentError(0, "must be an IPv4 subnet in CIDR notation, such as 192.0.2.0/28");
    }
    if (subnet.size > maxSubnetAddresses) {
      const [count, max] = [subnet.size, maxSubnetAddresses].map((number) => number.toLocaleString("en"));
      throw new ArgumentError(
        0,
        `must have at most ${max} addresses (/16); a /${subnet.prefixLength} has ${count}`,
      );
    }
    return subnetAddresses(subnet);
  },
});

/** The provider's functions, by name. */
export const functions: Readonly<Record<string, ProviderFunction>> = {
  expand_subnet: expandSubnetFunction,
  sid_kind: sidKindFunction,
  verify_webhook: verifyWebhookFunction,
};
