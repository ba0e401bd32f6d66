import type { WebhookEvent } from "../../webhooks/events";

/** Fields whose values are for nobody's eyes, wherever they stand: the code of contact.confirm, and what may come. */
const secretField = /^auth_?code$|secret|token|password/i;

/** An event, with the values of secret fields hidden. */
export function withoutSecrets(event: WebhookEvent): WebhookEvent {
  return JSON.parse(
    JSON.stringify(event, (name, value: unknown) => (secretField.test(name) ? "(hidden)" : value)),
  ) as WebhookEvent;
}

/** An event for people: a line with its date, type and id, and a line for each other field. */
export function eventText({ event_date, event_type, event_sid, ...fields }: WebhookEvent): string {
  const head = [event_date ?? "undated", event_type, event_sid ?? "without an id"].map(plain);
  const lines = Object.entries(fields).map(([name, value]) => `  ${plain(name)}: ${printable(value)}\n`);
  return `${head.join("  ")}\n${lines.join("")}`;
}

/** A value as JSON in ASCII, but for letters: nothing in it can act on a terminal. */
export function printable(value: unknown): string {
  const escaped = (character: string) =>
    [...Array(character.length).keys()]
      .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`)
      .join("");
  return (JSON.stringify(value) ?? "null").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);
}

function plain(text: string): string {
  return printable(text).slice(1, -1);
}
