import { randomBytes } from "node:crypto";

/** The secrets of a walk by what they are, each used nowhere else. */
export interface Secrets {
  readonly authToken: string;
  readonly args: string;
  readonly argsWriteOnly: string;
  readonly confirmationCode: string;
  readonly signingSecret: string;
}

/** New ones. Those that are free in form have characters in them that every encoding writes in its own way. */
export function newSecrets(): Secrets {
  const free = () => `${randomBytes(6).toString("hex")}/+ä "&%'${randomBytes(6).toString("hex")}`;
  return {
    authToken: randomBytes(32).toString("hex"),
    args: free(),
    argsWriteOnly: free(),
    confirmationCode: free(),
    signingSecret: free(),
  };
}

/** Finds the secrets in texts, in whatever form. */
export interface SecretFinder {
  /** The secrets in a text by name, with the text before them for messages. */
  in(text: string): string[];
}

/** A finder of whole secrets, of halves of them, and of what they are in base64, hexadecimal and Basic authentication. */
export function finderOf(secrets: Secrets, accountSid: string): SecretFinder {
  const basic = Buffer.from(`${accountSid}:${secrets.authToken}`).toString("base64");
  const traces = [
    ...Object.entries(secrets).flatMap(([name, secret]) =>
      tracesOf(secret).map((trace) => [name, trace] as const),
    ),
    // The part before the token is the SID, which is not secret.
    ...[basic.slice(-40), encodeURIComponent(basic).slice(-40)].map(
      (trace) => ["Basic authentication", trace] as const,
    ),
  ];
  return {
    in: (text) => [
      ...new Set(
        traces
          .filter(([, trace]) => text.includes(trace))
          .map(([name, trace]) => `${name} after ${JSON.stringify(before(text, trace))}`),
      ),
    ],
  };
}

/** What gives a secret away: either end of it, which no encoding changes, and the whole of it in others. */
function tracesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) => {
    // After other bytes, as in a pair of name and value, base64 differs; its ends depend on adjacent bytes.
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    return encoded.slice(4, -2);
  });
  const inUrls = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [secret.slice(0, 12), secret.slice(-12), ...base64, ...inUrls, bytes.toString("hex").slice(0, 24)];
}

function before(text: string, trace: string): string {
  const at = text.indexOf(trace);
  return text.slice(Math.max(0, at - 60), at);
}
