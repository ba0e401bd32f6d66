import { type ParsedHost, parseHost } from "../addresses";
import type { legacyHostTypes } from "./parameters";

const types: Readonly<Record<ParsedHost["form"], (typeof legacyHostTypes)[number]>> = {
  address: "rbl",
  address_v6: "rbl",
  domain: "uribl",
  subnet: "ip_range",
};

/** The type of a host in version 3.0, which 4.0 does not have (docs/design/api-3.0.md#migration (6)); undefined for invalid hosts. */
export function legacyHostType(host: string): (typeof legacyHostTypes)[number] | undefined {
  const form = parseHost(host)?.form;
  return form === undefined ? undefined : types[form];
}
