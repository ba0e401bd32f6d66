import { createHash } from "node:crypto";
import { Annotations, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { checkConfiguration } from "./configuration";
import type { NotificationContact } from "./contacts";
import { entriesOf, requireText } from "./fleet-entries";
import { Contact } from "./generated/contact";
import { ContactGroup, type ContactGroupConfig } from "./generated/contact-group";
import { addressOf, chain, declareMoves, nameIn, pathOf, stackAddress } from "./moves";
import { once } from "./once";
import { mergedList, type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { resolved, stableId } from "./stable-id";

/** A contact group and its contacts. */
export interface NotificationGroupConfig extends ContactGroupConfig {
  /**
   * The contacts of the group, in any order: `Contacts.email("postmaster@example.com")` and the like, and `Contact`s of the
   * stack, which then belong to this group too.
   */
  readonly contacts: readonly (NotificationContact | Contact)[];
}

/** Types whose destination is not a secret. That of others may contain a key. */
const openTypes: readonly string[] = ["email", "sms"];

/** The contacts of all groups of a stack, by what they have in common, with the last name in Terraform that each could have. */
const contactsIn = once((_: TerraformStack) => new Map<string, { contact: Contact; name: () => string }>());

/**
 * A contact group with its contacts. Use it wherever a contact group is expected: `contactGroups: [postmasters]`.
 *
 * The name of a contact in Terraform comes from its type and destination. Reordering or extending the list never replaces a
 * contact. Groups of a stack share a contact with the same destination and options; the first group declares it.
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

  /** @throws Error for a duplicate contact, a contact of another stack, or a construct in place of a value */
  public constructor(scope: Construct, id: string, { contacts, ...config }: NotificationGroupConfig) {
    super(scope, id, config);
    const { path } = this.node;
    const described: unknown = Array.isArray(contacts)
      ? contacts.map((item) =>
          isContact(item) ? { id: item.node.id, type: item.type, contact: item.contact } : item,
        )
      : contacts;
    checkConfiguration(path, { contacts: described }, ["contactGroups"]);
    const declared: Record<string, Contact> = {};
    const entries = entriesOf<NotificationContact>(path, "contacts", described, "contact");
    for (const [index, { place, item }] of entries.entries()) {
      requireText(path, `${place}.type`, item.type);
      const given = Object.values(contacts)[index];
      const contactId = item.id ?? this.idOf(item);
      if (declared[contactId]) throw new Error(`The group ${path} has the contact ${contactId} twice`);
      declared[contactId] = isContact(given)
        ? this.joinedBy(given, [sidOf(this)], place)
        : this.contactFor(contactId, item, sharedArguments(config));
    }
    this.contacts = declared;
    if (entries.length === 0)
      Annotations.of(this).addWarning(
        `${path} has no contacts, so its alerts reach no recipient. Check the list or variable that they come from`,
      );
  }

  /** The address for `dependsOn`. */
  public override get fqn(): string {
    return stackAddress(this, addressOf(this));
  }

  /** The contact of a destination: a new one, or that of another group of the stack. */
  private contactFor(contactId: string, item: NotificationContact, shared: SharedArguments): Contact {
    const { id: _, contact: __, contactGroups, ...options } = item;
    const groups = mergedList([sidOf(this)], sidsOf(contactGroups)) ?? [];
    const stack = TerraformStack.of(this);
    const known = contactsIn(stack);
    const key = JSON.stringify([this.idOf(item), shared.provider?.alias, resolved(this, options)]);
    const other = known.get(key);
    if (other === undefined) {
      const contact = new Contact(this, contactId, { ...shared, ...item, contactGroups: groups });
      known.set(key, { contact, name: () => contact.friendlyUniqueId });
      return contact;
    }
    // The group may have declared the contact before, if it came first.
    const own = nameIn(stack, [...pathOf(this), contactId]);
    declareMoves(this, contactId, "rblmonitor_contact", () => chain([own, other.name()]));
    known.set(key, { ...other, name: () => own });
    return this.joinedBy(other.contact, groups, contactId);
  }

  /** Adds groups to a contact that exists. @throws Error for a contact of another stack */
  private joinedBy(contact: Contact, groups: readonly string[], place: string): Contact {
    const [own, other] = [this, contact].map((construct) => TerraformStack.of(construct).node.path);
    if (own !== other)
      throw new Error(
        `${this.node.path}: ${place} is a contact of the stack ${other}. Declare it in the stack ${own}`,
      );
    contact.contactGroups = mergedList(contact.contactGroupsInput, groups) ?? [];
    return contact;
  }

  private idOf({ type, contact }: NotificationContact): string {
    const isOpen = openTypes.includes(type) || Token.isUnresolved(contact);
    return `${type}-${isOpen ? stableId(this, contact) : createHash("sha256").update(contact).digest("hex").slice(0, 8)}`;
  }
}

const isContact = (value: unknown): value is Contact =>
  Construct.isConstruct(value) && "contactGroupsInput" in value && "typeInput" in value;
