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

/** A body to send, and its name in the output. */
interface Message {
  readonly title: string;
  readonly body: Uint8Array;
}

interface Outcome {
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The body of the answer, or the reason why there is none. */
  readonly message: string;
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
  options: SendOptions,
  env: NodeJS.ProcessEnv,
  { stdin, stdout }: Pick<ProcessContext, "stdin" | "stdout">,
  now: () => number = Date.now,
): Promise<number> {
  const secret = options.signature === "right" ? requiredSecret(env) : randomBytes(16).toString("hex");
  const { excerpt } = createRedactor(new Secrets([secret]));
  let allAccepted = true;
  for (const { title, body } of await messages(types, options.body ?? [], stdin)) {
    for (let time = 1; time <= options.repeat; time += 1) {
      const signedAt = () => now() - options.age * 1_000;
      const headers = new Map([["content-type", "application/json"]]);
      if (options.signature !== "none")
        headers.set("x-webhook-signature", signatureHeader(body, secret, { now: signedAt }));
      const { status, message } = await sent(url, headers, body);
      const answer = excerpt(message);
      allAccepted &&= status !== null && status >= 200 && status < 300;
      stdout.write(
        options.json
          ? jsonLine({ event: title, status, answer })
          : `${status ?? "---"}  ${title}  ${answer}\n`,
      );
    }
  }
  return allAccepted ? 0 : 2;
}

async function messages(
  types: readonly string[],
  files: readonly string[],
  stdin: ProcessContext["stdin"],
): Promise<Message[]> {
  if (files.length > 0 && types.length > 0)
    throw new Error("--body is sent instead of types of event: give one of them.");
  if (files.length > 0)
    return Promise.all(
      files.map(async (file) => ({ title: file, body: await inputBytes(file, stdin, "the body") })),
    );
  return selected(types).map((type) => ({
    title: type,
    // Events for contacts have no date.
    body: Buffer.from(JSON.stringify(sampleEvent(type), (_, value) => value ?? undefined)),
  }));
}

function selected(names: readonly string[]): readonly EventType[] {
  return names.length === 0 ? eventTypes : [...new Set(names.flatMap(typesNamed))];
}

function typesNamed(name: string): readonly EventType[] {
  if (isEventType(name)) return [name];
  const begun = eventTypes.filter((type) => type.startsWith(`${name}.`));
  if (begun.length > 0) return begun;
  throw new Error(`Unknown type of event "${name}". Types: ${eventTypes.join(", ")}.`);
}

async function sent(url: URL, headers: Iterable<[string, string]>, body: Uint8Array): Promise<Outcome> {
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
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxAnswer) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, maxAnswer);
}
