import { randomBytes } from "node:crypto";
import { createRedactor } from "../../../../client/redaction";
import { Secrets } from "../../../../client/secrets";
import { type EventType, eventTypes, isEventType, sampleEvent } from "../../../../webhooks/events";
import { signatureHeader } from "../../../../webhooks/signature";
import { inputBytes } from "../../../input";
import { jsonLine } from "../../../output/print";
import type { ProcessContext } from "../../../output/terminal";
import { postWithin, requiredSecret, unreachableReason } from "../endpoint";

export interface SendOptions {
  readonly body?: readonly string[];
  readonly signature: "right" | "wrong" | "none";
  readonly age: number;
  readonly repeat: number;
  readonly json?: true;
}

/**
 * Sends events in order, and prints the answers.
 *
 * @param types types of event, or how they begin
 * @returns the exit code: 0 when all answers are 2xx, else 2
 * @throws Error when there is no secret, no such type, or a body cannot be read
 */
export async function send(
  url: URL,
  types: readonly string[],
  { body: files = [], signature, age, repeat, json }: SendOptions,
  { env, stdin, stdout }: Pick<ProcessContext, "env" | "stdin" | "stdout">,
): Promise<number> {
  const secret = signature === "right" ? requiredSecret(env) : randomBytes(16).toString("hex");
  const { excerpt } = createRedactor(new Secrets([secret]));
  const now = () => Date.now() - age * 1_000;
  let allAccepted = true;
  for (const { event, body } of await messages(types, files, stdin)) {
    for (let time = 1; time <= repeat; time += 1) {
      const { status, message } = await sent(url, body, {
        "content-type": "application/json",
        ...(signature !== "none" && { "x-webhook-signature": signatureHeader(body, secret, { now }) }),
      });
      const answer = excerpt(message);
      allAccepted &&= status !== null && status >= 200 && status < 300;
      stdout.write(json ? jsonLine({ event, status, answer }) : `${status ?? "---"}  ${event}  ${answer}\n`);
    }
  }
  return allAccepted ? 0 : 2;
}

/** The bodies to send, each with its name in the output. */
async function messages(types: readonly string[], files: readonly string[], stdin: ProcessContext["stdin"]) {
  if (files.length > 0 && types.length > 0)
    throw new Error("--body is sent instead of types of event: give one of them.");
  if (files.length > 0)
    return Promise.all(
      files.map(async (event) => ({ event, body: await inputBytes(event, stdin, "the body") })),
    );
  const selected = types.length === 0 ? eventTypes : [...new Set(types.flatMap(typesNamed))];
  return selected.map((event) => ({
    event,
    // Events for contacts have no date.
    body: Buffer.from(JSON.stringify(sampleEvent(event), (_, value) => value ?? undefined)),
  }));
}

function typesNamed(name: string): readonly EventType[] {
  if (isEventType(name)) return [name];
  const begun = eventTypes.filter((type) => type.startsWith(`${name}.`));
  if (begun.length > 0) return begun;
  throw new Error(`Unknown type of event "${name}". Types: ${eventTypes.join(", ")}.`);
}

/** The status and the body of the answer, or null and the reason why there is none. */
async function sent(url: URL, body: Uint8Array, headers: Readonly<Record<string, string>>) {
  try {
    const answer = await postWithin(url, headers, body);
    return { status: answer.statusCode ?? 0, message: await beginningOf(answer) };
  } catch (thrown) {
    return { status: null, message: unreachableReason(thrown) };
  }
}

/** More than is shown, to recognise a secret that the end of the shown text would cut. */
const maxAnswer = 16 * 1024;

/** The beginning of an answer's body. What comes behind it is not received: a receiver may answer without end. */
async function beginningOf(answer: AsyncIterable<Uint8Array>): Promise<string> {
  let received = Buffer.alloc(0);
  // Leaving the loop ends the connection.
  for await (const chunk of answer) {
    received = Buffer.concat([received, chunk]);
    if (received.length >= maxAnswer) break;
  }
  return received.toString("utf8", 0, maxAnswer);
}
