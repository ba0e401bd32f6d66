import { checkSignature } from "../../../../webhooks/signature";
import { inputBytes } from "../../../input";
import { jsonLine } from "../../../output/print";
import type { ProcessContext } from "../../../output/terminal";
import { requiredSecret } from "../endpoint";

export interface VerifyOptions {
  readonly header: string;
  readonly tolerance: number;
  readonly json?: true;
}

/**
 * Verifies that a body was signed with the secret.
 *
 * @param file the body's; `-` is standard input
 * @returns the exit code: 0 when the signature is right, 2 when it is not
 * @throws Error when there is no secret, or the body cannot be read
 */
export async function verify(
  file: string,
  { header, tolerance, json }: VerifyOptions,
  { env, stdin, stdout }: Pick<ProcessContext, "env" | "stdin" | "stdout">,
): Promise<number> {
  const secret = requiredSecret(env);
  const body = await inputBytes(file, stdin, "the body");
  const verdict = checkSignature(header, body, secret, { tolerance });
  const isRight = verdict === "right";
  const text = {
    right: () => "The signature is valid.",
    late() {
      const age = Math.floor(Date.now() / 1_000 - Number(/t=(\d+)/.exec(header)?.[1]));
      return `The signature is valid, but too old: it was created ${age} seconds ago. --tolerance allows more.`;
    },
    early: () => "The signature is valid, but dated in the future: check the clocks of both machines.",
    wrong: () => `The signature does not match this body and secret.${lineFeedHint(header, body, secret)}`,
    malformed: () => "The header is not t=<unix_timestamp>,v1=<hex_signature>.",
  }[verdict]();
  stdout.write(json ? jsonLine({ right: isRight, verdict, message: text }) : `${text}\n`);
  return isRight ? 0 : 2;
}

/** Editors and shells put a line feed behind a body that had none. */
function lineFeedHint(header: string, body: Uint8Array, secret: string): string {
  const [shorter, longer] = [body.subarray(0, -1), Buffer.concat([body, Buffer.from("\n")])];
  const fits = (other: Uint8Array) =>
    checkSignature(header, other, secret, { tolerance: Number.POSITIVE_INFINITY }) === "right";
  if (body.at(-1) === 0x0a && fits(shorter)) return " It matches without the line feed at the end.";
  return fits(longer) ? " It matches with a line feed at the end." : "";
}
