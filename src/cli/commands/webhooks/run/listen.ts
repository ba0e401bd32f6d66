import { foreignReason } from "../../../../service/foreign-requests";
import type { WebhookEvent } from "../../../../webhooks/events";
import { createReceiver } from "../../../../webhooks/receiver";
import type { Delivery } from "../../../../webhooks/receiver-options";
import { jsonLine } from "../../../output/print";
import { type Paint, paintFor, printable } from "../../../output/terminal";
import { aborted, guardedServer } from "../../../server/server";
import { postWithin, requiredSecret, secretVariable, unreachableReason } from "../endpoint";

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly forward?: URL;
  readonly count?: number;
  readonly tolerance: number;
  readonly allowUnsigned?: true;
  readonly unsigned?: readonly string[];
  readonly allowedHost?: readonly string[];
  readonly showSecrets?: true;
  readonly json?: true;
}

/** Milliseconds from the end on until every connection is closed, and no delivery is forwarded any more. */
const gracePeriod = 3_500;

/**
 * Receives events until `ended` resolves, or until there were enough of them. Events go to standard output, everything else
 * to standard error.
 *
 * @throws Error if there is no secret, or the port cannot be opened
 */
export async function listen(
  options: ListenOptions,
  { env, stdout, stderr }: Pick<NodeJS.Process, "env" | "stdout" | "stderr">,
  ended: Promise<void>,
): Promise<void> {
  const secret = options.allowUnsigned
    ? env[secretVariable] || undefined
    : requiredSecret(env, ", or accept whatever comes with --allow-unsigned");
  const enough = new AbortController();
  // A reader of the events, such as `head`, may have read enough.
  stdout.on("error", () => enough.abort());

  const paint = paintFor(stdout, env);
  const stopping = new AbortController();
  let handled = 0;
  const seen = new Set<string>();
  const receive = async (event: WebhookEvent, delivery: Delivery): Promise<void> => {
    const shown = options.showSecrets ? event : withoutSecrets(event);
    const { event_sid: id } = event;
    stdout.write(options.json ? jsonLine(shown) : eventText(shown, paint, id !== null && seen.has(id)));
    if (id !== null) seen.add(id);
    if (options.forward !== undefined) stderr.write(await passOn(delivery, options.forward, stopping.signal));
    handled += 1;
    if (handled === options.count) enough.abort();
  };
  const receiver = createReceiver({
    secret,
    allowUnsigned: options.allowUnsigned ?? false,
    unsigned: options.unsigned ?? [],
    tolerance: options.tolerance,
    otherwise: receive,
    onDuplicate: ({ event_type, event_sid }) =>
      stderr.write(
        `Repeated: ${printable(event_type)}  ${printable(event_sid ?? "")}. It was not handled again.\n`,
      ),
    onUnreadable: (body, reason) =>
      void stderr.write(
        `Unreadable, and answered 200: ${reason}${bodyText(body, options.showSecrets === true)}\n`,
      ),
    onRefused: ({ status, reason }) => stderr.write(`Refused with ${status}: ${reason}\n`),
    onFailed: (error) => stderr.write(`${(error as Error).message} The sender was answered 500.\n`),
  });
  // No web page can sign an event.
  const isOpen = secret === undefined || options.unsigned !== undefined;
  const server = guardedServer((incoming, outgoing) => {
    const reason = isOpen ? foreignReason(incoming, options.allowedHost ?? []) : undefined;
    if (reason === undefined) return receiver.node(incoming, outgoing);
    stderr.write(`Refused with 403: ${reason}\n`);
    incoming.resume();
    outgoing.writeHead(403, { "Content-Type": "application/json" }).end(JSON.stringify({ message: reason }));
  });
  stderr.write(`Listening on ${await server.listen(options)}/\n`);
  if (secret === undefined) stderr.write("No secret is set: signatures are not verified.\n");
  await Promise.race([ended, aborted(enough.signal)]);
  const deadline = AbortSignal.timeout(gracePeriod);
  deadline.addEventListener("abort", () => stopping.abort());
  await server.close(deadline);
}

/** Headers that belong to one connection, and those that the next one gets new. */
const ownHeaders =
  /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/**
 * Forwards a delivery with its headers and its unchanged body, so that its signature stays valid.
 * @throws Error with the server and the reason, if the receiver does not accept it
 */
async function passOn(delivery: Delivery, url: URL, signal: AbortSignal): Promise<string> {
  const { headers, rawBody } = delivery;
  const passed = Object.fromEntries([...headers].filter(([name]) => !ownHeaders.test(name)));
  // The path and the query may be secret.
  const answer = await postWithin(url, passed, rawBody, signal).catch((thrown: unknown) => {
    throw new Error(`Not forwarded to ${url.origin}: ${unreachableReason(thrown)}.`);
  });
  answer.destroy();
  const status = answer.statusCode ?? 0;
  const outcome = `Forwarded to ${url.origin}: ${status}.`;
  if (status < 200 || status > 299) throw new Error(outcome);
  return `${outcome}\n`;
}

/** The names of secret fields, at any depth: the code of contact.confirm, and possible future ones. */
const secretField = /^auth_?code$|secret|token|password/i;

/** The code at the end of an address that confirms a contact, wherever it stands. */
const codeInUrl = /(\/confirm\/[^\s"'?#]*\/)[^\s"'/?#]+/gi;

/** The body of an unreadable event for people. Without `--show-secrets`, one that is not JSON is not shown: it may hold a code. */
function bodyText(body: Uint8Array, showSecrets: boolean): string {
  const text = new TextDecoder().decode(body);
  if (showSecrets) return ` ${printable(text)}`;
  try {
    return ` ${printable(JSON.stringify(withoutSecrets(JSON.parse(text))))}`;
  } catch {
    return "";
  }
}

/** An event, with the values of secret fields and the codes in addresses hidden. */
function withoutSecrets(event: WebhookEvent): WebhookEvent {
  const { authcode } = (event ?? {}) as Readonly<Record<string, unknown>>;
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
function eventText(event: WebhookEvent, paint: Paint, isRepeated: boolean): string {
  const { event_date, event_type, event_sid, ...fields } = event;
  const head = [
    printable(event_date ?? "undated"),
    paint("bold", printable(event_type)),
    printable(event_sid ?? "without an id"),
    ...(isRepeated ? [paint("yellow", "repeated")] : []),
  ];
  const lines = Object.entries(fields).map(
    ([name, value]) => `  ${printable(`${name}: ${JSON.stringify(value)}`)}\n`,
  );
  return `${head.join("  ")}\n${lines.join("")}`;
}
