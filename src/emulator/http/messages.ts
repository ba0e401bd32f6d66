import { type Kind, kinds } from "../../service/kinds";

/** A change of an object. */
export type Change = "added" | "updated" | "deleted" | "paused" | "activated";

/** The messages about a kind. `list`: of list and get; `subject`: the object that changed; `deleted`: if different after a delete. */
type KindMessages = Readonly<Record<"list" | "subject" | "deleted", string>>;

/** The messages of docs/design/api.md#success-messages that do not follow from the title of the kind. */
const documented: { readonly [K in Kind]?: Partial<KindMessages> } = {
  monitoring_profile: { deleted: "Monitoring profile" },
  source: { list: "Data Sources", subject: "Custom RBL", deleted: "Custom RBL" },
  contact_group: { subject: "Contact group" },
};

/** The messages about a kind. `list` is the `status_message` of list and get. */
export function messagesOf(kind: Kind): KindMessages {
  const [title = "", plural = ""] = [kinds[kind].title, kinds[kind].plural].map((words) =>
    words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  );
  return { list: plural, subject: title, deleted: title, ...documented[kind] };
}

/** `status_message` of an operation that changed an object. */
export function changeMessage(kind: Kind, change: Change): string {
  const { subject, deleted } = messagesOf(kind);
  return `${change === "deleted" ? deleted : subject} ${change} successfully.`;
}
