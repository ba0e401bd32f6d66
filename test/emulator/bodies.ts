import type { Emulator } from "../../src/emulator/emulator";
import { encodeForm } from "../../src/service/form";
import { type Kind, kindNames } from "../../src/service/kinds";
import { accepted, body, existing, values } from "../objects";

/** SIDs of the objects that every account has. */
export function defaults(service: Emulator) {
  const id = (kind: "monitoring_profile" | "certificate_profile" | "contact_group") =>
    service.account.objects(kind).find((object) => object.is_default)?.id ?? "";
  return {
    profile: id("monitoring_profile"),
    certificateProfile: id("certificate_profile"),
    group: id("contact_group"),
    source: service.account.objects("source")[0]?.id ?? "",
  };
}

/** A body that creates an object of each kind, with every list. */
export function createBodies(service: Emulator): Record<Kind, Record<string, string>> {
  const refer = existing(service);
  const bodies = kindNames.map((kind) => {
    const lists = Object.entries(accepted(kind)).flatMap(([name, { rule, presence }]) =>
      rule.type === "list" && presence === "optional" ? [[name, values(kind, name, refer)[1]]] : [],
    );
    const fields = { ...body(kind, 1, refer), ...Object.fromEntries(lists) };
    return [kind, Object.fromEntries(new URLSearchParams(encodeForm(fields)))];
  });
  return Object.fromEntries(bodies);
}
