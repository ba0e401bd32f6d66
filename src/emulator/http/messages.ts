import type { Kind } from "../../service/kinds";

/** A change of an object. */
export type Change = "added" | "updated" | "deleted" | "paused" | "activated";

interface KindMessages {
  /** The message of list and get. */
  readonly list: string;
  readonly subject: string;
  /** Messages with a different form of the subject. */
  readonly exceptions?: Partial<Record<Change, string>>;
}

/** The messages of docs/design/api.md#success-messages. Undocumented ones follow the pattern of the others. */
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
