import type { Account } from "./account";
import { sourceCatalogue } from "./source-catalogue";

/** Adds the objects of a new account: the defaults and the catalogue of sources. */
export function addInitialObjects(account: Account): void {
  for (const { host, type } of sourceCatalogue) account.add("source", { host, type, custom: false });
  account.add("contact_group", { name: "Default", is_default: true });
  account.add("monitoring_profile", { name: "Default", is_default: true });
  account.add("certificate_profile", { name: "Public Profile", is_default: true });
}
