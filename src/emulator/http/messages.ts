import type { Kind } from "../../service/kinds";

/** A change of an object. */
export type Change = "added" | "updated" | "deleted" | "paused" | "activated";

interface KindMessages {
  /** The message of list and get. */
  readonly list: string;
  readonly subject: string;
  /** The subject in the message of a delete, if different. */
  readonly deleted?: string;
}

/** The messages of docs/design/api.md#success-messages. Undocumented ones follow the pattern of the others. */
const messages: Readonly<Record<Kind, KindMessages>> = {
  host: { list: "Hosts", subject: "Host" },
  monitoring_profile: {
    list: "Monitoring Profiles",
    subject: "Monitoring Profile",
    deleted: "Monitoring profile",
  },
  source: { list: "Data Sources", subject: "Custom RBL" },
  certificate_monitor: { list: "Certificate Monitors", subject: "Certificate Monitor" },
  certificate_profile: { list: "Certificate Profiles", subject: "Certificate Profile" },
  contact: { list: "Contacts", subject: "Contact" },
  contact_group: {
    list: "Contact Groups",
    subject: "Contact group",
    deleted: "Contact Group",
  },
};

/** `status_message` of list and get. */
export function listMessage(kind: Kind): string {
  return messages[kind].list;
}

/** `status_message` of an operation that changed an object. */
export function changeMessage(kind: Kind, change: Change): string {
  const { subject, deleted = subject } = messages[kind];
  return `${change === "deleted" ? deleted : subject} ${change} successfully.`;
}
