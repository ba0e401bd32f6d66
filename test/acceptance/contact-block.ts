import type { ContactObject } from "../../src/emulator/account/objects";
import type { TestAccount } from "./driven/account";
import { resource } from "./resource-block";

/** The address of the one contact of these tests. */
export const ops = "rblmonitor_contact.ops";

/** Its block; attributes that are not given are a valid contact's. */
export function contact(
  account: Pick<TestAccount, "service">,
  attributes: Readonly<Record<string, unknown>> = {},
): string {
  const group = account.service.account.objects("contact_group")[0]?.id;
  return resource("contact", "ops", {
    contact: "ops@example.com",
    type: "email",
    contact_groups: [group],
    ...attributes,
  });
}

/** The one contact of the account. @throws when there is none, or another */
export function kept({ service }: Pick<TestAccount, "service">): ContactObject {
  const [first, ...others] = service.account.objects("contact");
  if (first === undefined || others.length > 0) throw new Error("The account should have one contact.");
  return first;
}
