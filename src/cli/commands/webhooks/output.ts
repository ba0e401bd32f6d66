import type { WebhookEvent } from "../../../webhooks/events";
import { type Paint, printable } from "../../output/terminal";

/** Secret fields at any depth: the code of contact.confirm, and possible future ones. */
const secretField = /^auth_?code$|secret|token|password/i;

/** The code at the end of an address that confirms a contact, wherever it stands. */
const codeInUrl = /(\/confirm\/[^\s"'?#]*\/)[^\s"'/?#]+/gi;

/** An event, with the values of secret fields and the codes in addresses hidden. */
export function withoutSecrets(event: WebhookEvent): WebhookEvent {
  const { authcode } = event as Readonly<Record<string, unknown>>;
  const hidden = (text: string) => {
    const shown = text.replace(codeInUrl, "$1(hidden)");
    return typeof authcode === "string" && authcode !== "" ? shown.replaceAll(authcode, "(hidden)") : shown;
  };
  return JSON.parse(
    JSON.stringify(event, (name, value: unknown) => {
      if (secretField.test(name)) return "(hidden)";
      return typeof value === "string" ? hidden(value) : value;
    }),
  ) as WebhookEvent;
}

/** An event for people: a line with its date, type and id, and a line for each other field. */
export function eventText(event: WebhookEvent, paint: Paint): string {
  const { event_date, event_type, event_sid, ...fields } = event;
  const head = [
    printable(event_date ?? "undated"),
    paint("bold", printable(event_type)),
    printable(event_sid ?? "without an id"),
  ];
  const lines = Object.entries(fields).map(
    ([name, value]) => `  ${printable(name)}: ${printable(JSON.stringify(value))}\n`,
  );
  return `${head.join("  ")}\n${lines.join("")}`;
}
