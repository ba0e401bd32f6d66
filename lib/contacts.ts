import type { IResolvable } from "cdktf";
import type { ContactType } from "./generated/enumerations";
import type { ContactGroupReference } from "./generated/references";

/** The options of a contact of any type. */
export interface ContactOptions {
  /**
   * Id of the contact's construct in its group, which is part of its name in Terraform. Defaults to the type and the
   * destination, or a hash if the destination may be secret. Set this to change the destination without replacement.
   */
  readonly id?: string;
  /** Constructs or SIDs of further contact groups. Defaults to none. */
  readonly contactGroups?: readonly ContactGroupReference[];
  /**
   * Settings that some types require, such as a key. Stored in state; use `argsWo` to avoid that. Changing this forces
   * replacement.
   */
  readonly args?: Readonly<Record<string, string>>;
  /** Same as `args`, but never stored in a plan or state (write-only; requires Terraform or OpenTofu 1.11). */
  readonly argsWo?: Readonly<Record<string, string>>;
  /** Version of `argsWo`. Increment it when you change `argsWo`. Changing this forces replacement. */
  readonly argsWoVersion?: number;
  /**
   * Confirmation code that the service sent to the contact. Never stored in a plan or state (write-only; requires Terraform
   * or OpenTofu 1.11). To send another code, increment `confirmationCodeWoVersion`.
   */
  readonly confirmationCodeWo?: string;
  /** Version of `confirmationCodeWo`. */
  readonly confirmationCodeWoVersion?: number;
  /** Whether notifications to the contact are paused. Defaults to `false`. */
  readonly paused?: boolean | IResolvable;
}

/** A contact of a `NotificationGroup`. */
export interface NotificationContact extends ContactOptions {
  readonly type: ContactType;
  /** Destination of notifications, depending on the type. */
  readonly contact: string;
}

/**
 * Contacts of every type, for `NotificationGroup`. A new contact may be pending until it is confirmed, for example with
 * `confirmationCodeWo`.
 *
 * Set secrets, such as a key or a URL with a token, from a sensitive variable.
 */
export class Contacts {
  private constructor() {}

  /** @param address email address */
  public static email(address: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "email", contact: address };
  }

  /** @param number phone number with country code */
  public static sms(number: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "sms", contact: number };
  }

  /** @param key Pushover user key or group key */
  public static pushover(key: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "pushover", contact: key };
  }

  /** @param key PagerDuty integration key */
  public static pagerduty(key: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "pagerduty", contact: key };
  }

  /** @param url URL of a Slack incoming webhook */
  public static slack(url: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "slack", contact: url };
  }

  /** @param key Datadog API key, or a name for the contact if the key is in `args` */
  public static datadog(key: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "datadog", contact: key };
  }

  /** @param url URL of a Discord webhook */
  public static discord(url: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "discord", contact: url };
  }

  /** @param chat Telegram chat */
  public static telegram(chat: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "telegram", contact: chat };
  }

  /**
   * @param url URL that receives each notification as a POST request; a new contact first receives its confirmation code
   */
  public static endpoint(url: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "endpoint", contact: url };
  }

  /** @param topic ARN of the SNS topic */
  public static awsSns(topic: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "aws-sns", contact: topic };
  }

  /** @param destination CloudWatch destination, as in the account's portal */
  public static awsCloudwatch(destination: string, options: ContactOptions = {}): NotificationContact {
    return { ...options, type: "aws-cloudwatch", contact: destination };
  }
}
