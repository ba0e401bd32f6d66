import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/emulator";

/** An answer of the emulator. A body that is not JSON becomes an empty object. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Untyped for tests. A missing field causes a failed expectation.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

/** Starts emulators for the tests of a file, without limits unless given, and closes them after each test. */
export function emulators(): (options?: EmulatorOptions) => Promise<Emulator> {
  const running: Emulator[] = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });
  return async (options = {}) => {
    const service = await startEmulator({ limits: "off", ...options });
    running.push(service);
    return service;
  };
}

/** Sends a request with the account's credentials: `call(service, "POST", "/rbl/hosts", { host: … })`. */
export async function call(
  service: Emulator,
  method: string,
  path: string,
  form?: Record<string, string>,
): Promise<ApiAnswer> {
  const [plain = "", query] = path.split("?");
  return send(`${service.url}${plain}.json${query === undefined ? "" : `?${query}`}`, {
    method,
    headers: { authorization: basic(service.accountSid, service.authToken) },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
}

/** Sends any request. */
export async function send(url: string, init: RequestInit): Promise<ApiAnswer> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: parse(text) };
}

/** The header of HTTP Basic authentication. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
