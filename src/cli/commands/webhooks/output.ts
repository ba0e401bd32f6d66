import type { WebhookEvent } from "../../../webhooks/events";
import { type Paint, printable } from "../../output/terminal";

/** Fields whose values are for nobody's eyes, wherever they stand: the code of contact.confirm, and what may come. */
const secretField = /^auth_?code$|secret|token|password/i;

/** An event, with the values of secret fields hidden. */
export function withoutSecrets(event: WebhookEvent): WebhookEvent {
  return JSON.parse(
    JSON.stringify(event, (name, value: unknown) => (secretField.test(name) ? "(hidden)" : value)),
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
