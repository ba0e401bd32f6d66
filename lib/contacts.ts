import type { ContactConfig } from "./generated/contact";
import type { ContactType } from "./generated/enumerations";
import type { ContactGroupReference } from "./generated/references";
import type { Optional, ResourceArguments } from "./optional";

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

/** Returns a function that describes a contact of a type. */
const contactOf =
  (type: ContactType) =>
  (contact: string, options: ContactOptions = {}): NotificationContact => ({ ...options, type, contact });

/**
 * Contacts of every type, for `NotificationGroup`. A new contact may be pending until it is confirmed, for example with
 * `confirmationCodeWo`.
 *
 * Set secrets, such as a key or a URL with a token, from a sensitive variable.
 *
 * @example
 * ```ts
 * const contacts = [Contacts.email("postmaster@example.com"), Contacts.slack(webhook.stringValue)];
 * new NotificationGroup(stack, "operators", { name: "Operators", contacts });
 * ```
 */
export class Contacts {
  private constructor() {}

  /** Email address. */
  public static readonly email = contactOf("email");
  /** Phone number with country code. */
  public static readonly sms = contactOf("sms");
  /** Pushover user key or group key. */
  public static readonly pushover = contactOf("pushover");
  /** PagerDuty integration key. */
  public static readonly pagerduty = contactOf("pagerduty");
  /** URL of a Slack incoming webhook. */
  public static readonly slack = contactOf("slack");
  /** Datadog API key, or a name for the contact if the key is in `args`. */
  public static readonly datadog = contactOf("datadog");
  /** URL of a Discord webhook. */
  public static readonly discord = contactOf("discord");
  /** Telegram chat. */
  public static readonly telegram = contactOf("telegram");
  /** URL that receives each notification as a POST request; a new contact first receives its confirmation code. */
  public static readonly endpoint = contactOf("endpoint");
  /** ARN of the SNS topic. */
  public static readonly awsSns = contactOf("aws-sns");
  /** CloudWatch destination, as in the account's portal. */
  public static readonly awsCloudwatch = contactOf("aws-cloudwatch");
}
