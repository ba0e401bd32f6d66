import type { Kind } from "../../service/kinds";

/** What is done to an object by an operation that changes it. */
export type Change = "added" | "updated" | "deleted" | "paused" | "activated";

interface KindMessages {
  /** Message of list and get. */
  readonly list: string;
  readonly subject: string;
  /** Messages whose subject is written in another way. */
  readonly exceptions?: Partial<Record<Change, string>>;
}

/** The words of docs/design/api.md#success-messages; where it gives only the verb, the pattern of its neighbours. */
const messages: Readonly<Record<Kind, KindMessages>> = {
  host: { list: "Hosts", subject: "Host" },
  monitoring_profile: {
    list: "Monitoring Profiles",
    subject: "Monitoring Profile",
    exceptions: { deleted: "Monitoring profile" },
  },
  source: { list: "Data Sources", subject: "Custom RBL" },
  certificate_monitor: { list: "Certificate Monitors", subject: "Certificate Monitor" },
  certificate_profile: { list: "Certificate Profiles", subject: "Certificate Profile" },
  contact: { list: "Contacts", subject: "Contact" },
  contact_group: {
    list: "Contact Groups",
    subject: "Contact group",
    exceptions: { deleted: "Contact Group" },
  },
};

/** `status_message` of list and get. */
export function listMessage(kind: Kind): string {
  return messages[kind].list;
}

/** `status_message` of an operation that changed an object. */
export function changeMessage(kind: Kind, change: Change): string {
  const { subject, exceptions } = messages[kind];
  return `${exceptions?.[change] ?? subject} ${change} successfully.`;
}
