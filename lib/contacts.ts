import type { IResolvable } from "cdktf";
import type { ContactType } from "./generated/enumerations";
import type { ContactGroupReference } from "./generated/references";

/** What every contact may have, whatever its type. */
export interface ContactOptions {
  /**
   * Id of the contact's construct in its group, and so a part of its name in Terraform. Default: made of the type and the
   * destination, of which it shows nothing if that may be secret. Set it if the destination is to change without a new contact.
   */
  readonly id?: string;
  /** Groups that the contact belongs to, too: their constructs or SIDs. Default: none but the group it is declared in. */
  readonly contactGroups?: readonly ContactGroupReference[];
  /**
   * Further settings that the service asks for with some types, by their names; its documentation names none but says that a
   * URL or a key may be among them. They are kept in state, which those of `argsWo` are not. A change makes a new contact.
   */
  readonly args?: Readonly<Record<string, string>>;
  /** As `args`, but in no plan or state (write-only: needs Terraform or OpenTofu 1.11). To send others, change `argsWoVersion`. */
  readonly argsWo?: Readonly<Record<string, string>>;
  /** A number to change with `argsWo`. A change makes a new contact. */
  readonly argsWoVersion?: number;
  /**
   * Code that the service sent to the contact, which confirms it; in no plan or state (write-only: needs Terraform or
   * OpenTofu 1.11). To confirm with another code, change `confirmationCodeWoVersion`.
   */
  readonly confirmationCodeWo?: string;
  /** A number to change with `confirmationCodeWo`. */
  readonly confirmationCodeWoVersion?: number;
  /** Whether notifications to the contact are stopped. Default: `false`. */
  readonly paused?: boolean | IResolvable;
}

/** A contact as `NotificationGroup` declares it. */
export interface NotificationContact extends ContactOptions {
  readonly type: ContactType;
  /** Where notifications go, as the type has it. */
  readonly contact: string;
}

/**
 * Contacts of every type, for `NotificationGroup`. A new contact may be pending until it is confirmed, by somebody or with
 * `confirmationCodeWo`.
 *
 * Take what is secret, such as a key or a URL with a token in it, from a sensitive variable rather than writing it down.
 */
export class Contacts {
  private constructor() {}

  /** @param address email address */
  public static email(address: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "email", contact: address };
  }

  /** @param number telephone number, with the country's code */
  public static sms(number: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "sms", contact: number };
  }

  /** @param key Pushover's key of the user or group */
  public static pushover(key: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "pushover", contact: key };
  }

  /** @param key PagerDuty's key of the integration */
  public static pagerduty(key: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "pagerduty", contact: key };
  }

  /** @param url URL of Slack's incoming webhook */
  public static slack(url: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "slack", contact: url };
  }

  /** @param key Datadog's API key; or what the account calls the contact, if the key is among `args` */
  public static datadog(key: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "datadog", contact: key };
  }

  /** @param url URL of Discord's webhook */
  public static discord(url: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "discord", contact: url };
  }

  /** @param chat Telegram's chat */
  public static telegram(chat: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "telegram", contact: chat };
  }

  /**
   * @param url URL that receives each notification as a POST; first, for a new contact, one with the code that confirms it
   */
  public static endpoint(url: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "endpoint", contact: url };
  }

  /** @param topic ARN of the SNS topic */
  public static awsSns(topic: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "aws-sns", contact: topic };
  }

  /** @param destination where in CloudWatch notifications go, as the account's portal asks for it */
  public static awsCloudwatch(destination: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "aws-cloudwatch", contact: destination };
  }
}
