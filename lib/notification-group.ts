import { createHash } from "node:crypto";
import { TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { checkConfiguration } from "./configuration";
import { entriesOf, requireText } from "./fleet-entries";
import { Contact, type ContactConfig } from "./generated/contact";
import { ContactGroup, type ContactGroupConfig } from "./generated/contact-group";
import type { ContactType } from "./generated/enumerations";
import type { ContactGroupReference } from "./generated/references";
import { addFormerNames, addressOf, stackAddress, statedNames } from "./moves";
import { once } from "./once";
import type { Optional, ResourceArguments } from "./optional";
import { mergedList, type SharedArguments, sharedArguments } from "./shared-arguments";
import { sidOf, sidsOf } from "./sid-of";
import { resolved, stableId } from "./stable-id";

/** The options of a contact of any type. */
export interface ContactOptions
  extends Optional<Omit<ContactConfig, "type" | "contact" | "schedule" | keyof ResourceArguments>> {
  /**
   * Id of the contact's construct in its group, which is part of its name in Terraform. Defaults to the key in a map; in a list,
   * to the type and the destination, or a hash if the destination may be secret. An id keeps the contact when its destination
   * changes, if it has the id from the start, or with `formerly`.
   */
  readonly id?: string | undefined;
  /**
   * To keep the contact: its former key, id, or destination in this group, such as `lead` or `postmaster@example.com`. In another
   * group, that after the path of the group below the stack, such as `/operators/lead`; a `Contact` had the path `/lead`. Of a
   * destination that is a key, name the id, such as `pagerduty-1a2b3c4d`.
   */
  readonly formerly?: string | undefined;
  /** Constructs or SIDs of further contact groups. Defaults to none. */
  readonly contactGroups?: readonly ContactGroupReference[] | undefined;
}

/** A contact of a `NotificationGroup`. */
export interface NotificationContact extends ContactOptions, Pick<ContactConfig, "contact"> {
  readonly type: ContactType;
}

/** A contact group and its contacts. */
export interface NotificationGroupConfig extends ContactGroupConfig {
  /**
   * The contacts of the group: `Contacts.email("postmaster@example.com")` and the like, and `Contact`s of the stack, which then
   * belong to this group too. In a map, such as `{ lead: Contacts.email(…) }`, a contact is called by its key, next to the group:
   * `new Contact(scope, "lead", …)`. It stays the same if its destination changes, or if another group of the scope has it.
   */
  readonly contacts:
    | readonly (NotificationContact | Contact)[]
    | Readonly<Record<string, NotificationContact | Contact>>;
}

/** Types whose destination is not a secret. That of others may contain a key. */
const openTypes: readonly string[] = ["email", "sms"];

/** The contacts of all groups of a stack, by what they have in common. */
const contactsIn = once((_: TerraformStack) => new Map<string, Contact>());

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
    checkConfiguration({ path, scope: this }, { contacts }, "contacts");
    const declared: Record<string, Contact> = {};
    const entries = entriesOf<NotificationContact>(path, "contacts", contacts, "contact", described);
    for (const { place, key, value, item } of entries) {
      requireText(path, `${place}.type`, item.type);
      const contactId = key ?? item.id ?? this.idOf(item.type, item.contact);
      if (declared[contactId]) throw new Error(`The group ${path} has the contact ${contactId} twice`);
      const contact = isContact(value)
        ? value
        : this.contactFor(contactId, key === undefined ? this : scope, item, sharedArguments(config));
      this.join(contact, item, place);
      declared[contactId] = contact;
    }
    this.contacts = declared;
  }

  /** The address for `dependsOn`. */
  public override get fqn(): string {
    return stackAddress(this, addressOf(this));
  }

  /** The contact of a destination: that of another group of the stack, or a new one. */
  private contactFor(name: string, scope: Construct, item: NotificationContact, shared: SharedArguments) {
    const { id = name, formerly, contact: destination, contactGroups: _, ...options } = item;
    const defaultId = this.idOf(item.type, destination);
    const known = contactsIn(TerraformStack.of(this));
    const key = JSON.stringify([defaultId, shared.provider?.alias, resolved(this, options)]);
    const own = { ...shared, ...options, contact: destination, contactGroups: [] };
    const contact = known.get(key) ?? new Contact(scope, name, own);
    known.set(key, contact);
    // The group may have declared the contact under its default id, if it had no other one or if the group came first.
    const names = [name, id].filter((former) => former !== defaultId);
    const paths = [defaultId, ...names, ...names.map((former) => `../${former}`)];
    const stated = formerly ? statedNames(formerly, this, (former) => this.idsOf(item.type, former)) : [];
    const all = [...paths.map((path) => ({ path, below: this })), ...stated];
    addFormerNames(contact.node.scope ?? this, contact.node.id, all);
    return contact;
  }

  /** The ids that a contact may have had with a former key, id or destination. None shows a destination that may be secret. */
  private idsOf(type: string, former: string): string[] {
    const isShown = openTypes.includes(type) || /^[\w-]+$/.test(former);
    return [this.idOf(type, former), ...(isShown ? [former, `../${former}`] : [])];
  }

  /** Adds the groups of an entry to a contact. @throws Error for a contact of another stack */
  private join(contact: Contact, { contactGroups }: NotificationContact, place: string): void {
    const [own, other] = [this, contact].map((construct) => TerraformStack.of(construct).node.path);
    if (own !== other)
      throw new Error(
        `${this.node.path}: ${place} is a contact of the stack ${other}. Declare it in the stack ${own}`,
      );
    const groups = mergedList([sidOf(this)], sidsOf(contactGroups));
    contact.contactGroups = mergedList(contact.contactGroupsInput, groups) ?? [];
  }

  private idOf(type: string, contact: string): string {
    const isOpen = openTypes.includes(type) || Token.isUnresolved(contact);
    return `${type}-${isOpen ? stableId(this, contact) : createHash("sha256").update(contact).digest("hex").slice(0, 8)}`;
  }
}

const isContact = (value: unknown): value is Contact =>
  Construct.isConstruct(value) && "contactGroupsInput" in value && "typeInput" in value;

/** A contact as the arguments that it has. */
const described = (item: unknown): unknown =>
  isContact(item) ? { id: item.node.id, type: item.type, contact: item.contact } : item;
