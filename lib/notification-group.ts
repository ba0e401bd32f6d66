import { createHash } from "node:crypto";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkConfiguration } from "./configuration";
import type { NotificationContact } from "./contacts";
import { entriesOf, requireText } from "./fleet-entries";
import { Contact } from "./generated/contact";
import { ContactGroup, type ContactGroupConfig } from "./generated/contact-group";
import { mergedList } from "./merged-list";
import { sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { stableId } from "./stable-id";

/** A contact group and its contacts. */
export interface NotificationGroupConfig extends ContactGroupConfig {
  /** The contacts of the group, in any order: `Contacts.email("postmaster@example.com")` and the like. */
  readonly contacts: readonly NotificationContact[];
}

/** Types whose destination is not a secret. That of others may contain a key. */
const openTypes: readonly string[] = ["email", "sms"];

/**
 * A contact group with its contacts. Use it wherever a contact group is expected: `contactGroups: [postmasters]`.
 *
 * The name of a contact in Terraform comes from its type and destination. Reordering or extending the list never replaces a
 * contact.
 *
 * @example
 * ```ts
 * const contacts = [Contacts.email("postmaster@example.com"), Contacts.sms("+15550100")];
 * const postmasters = new NotificationGroup(stack, "postmasters", { name: "Postmasters", contacts });
 * ```
 */
export class NotificationGroup extends ContactGroup {
  /** The contacts by the ids of their constructs. */
  public readonly contacts: Readonly<Record<string, Contact>>;

  /** @throws Error for a duplicate contact, or a construct in place of a value */
  public constructor(scope: Construct, id: string, { contacts, ...config }: NotificationGroupConfig) {
    super(scope, id, config);
    const { path } = this.node;
    checkConfiguration(path, { contacts }, ["contactGroups"]);
    const declared: Record<string, Contact> = {};
    const entries = entriesOf<NotificationContact>(path, "contacts", contacts, "contact");
    for (const { place, item: contact } of entries) {
      requireText(path, `${place}.type`, contact.type);
      const contactId = contact.id ?? this.idOf(contact);
      if (declared[contactId]) throw new Error(`The group ${path} has the contact ${contactId} twice`);
      const { id: _, contactGroups, ...rest } = contact;
      declared[contactId] = new Contact(this, contactId, {
        ...sharedArguments(config),
        ...rest,
        contactGroups: mergedList([sidOf(this)], sidsOf(contactGroups)) ?? [this],
      });
    }
    this.contacts = declared;
  }

  private idOf({ type, contact }: NotificationContact): string {
    const isOpen = openTypes.includes(type) || Token.isUnresolved(contact);
    return `${type}-${isOpen ? stableId(this, contact) : createHash("sha256").update(contact).digest("hex").slice(0, 8)}`;
  }
}
