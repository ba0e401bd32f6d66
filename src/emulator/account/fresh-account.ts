import type { Account } from "./account";
import { sourceCatalogue } from "./source-catalogue";

/** Fills an account as the service does when it is opened: default objects and the catalogue of sources. */
export function openAccount(account: Account): void {
  for (const { host, type } of sourceCatalogue) account.add("source", { host, type, custom: false });
  account.add("contact_group", { name: "Default", is_default: true });
  account.add("monitoring_profile", { name: "Default", is_default: true });
  account.add("certificate_profile", { name: "Public Profile", is_default: true });
}
