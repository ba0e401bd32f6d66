import type { Emulator, EmulatorOptions } from "../../src/emulator/emulator";
import { type ApiAnswer, basic, send } from "../emulator/api";

/** Something that answers 3.0 requests at `url`, and the account behind it. */
export interface LegacyService {
  readonly url: string;
  readonly service: Emulator;
}

/** Starts one, which ends after the test. There are no limits unless they are given. */
export type StartLegacy = (options?: EmulatorOptions) => Promise<LegacyService>;

type Parameters = Readonly<Record<string, string | number>>;

/** A program of the time of version 3.0: it knows GET and POST, forms, and status codes. */
export interface OldProgram {
  get(path: string, parameters?: Parameters): Promise<ApiAnswer>;
  post(path: string, parameters?: Parameters): Promise<ApiAnswer>;
  /** Sends another method. */
  send(method: string, path: string): Promise<ApiAnswer>;
}

/** A program that uses that service, with the account's credentials unless others are given. */
export function oldProgram(
  { url, service }: LegacyService,
  { accountSid, authToken }: { accountSid: string; authToken: string } = service,
): OldProgram {
  const headers = { authorization: basic(accountSid, authToken), "user-agent": "panel/1.2" };
  const form = (parameters: Parameters) =>
    new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    );
  return {
    get: (path, parameters) =>
      send(`${url}${path}${parameters === undefined ? "" : `?${form(parameters)}`}`, { headers }),
    post: (path, parameters) =>
      send(url + path, { method: "POST", headers, ...(parameters && { body: form(parameters) }) }),
    send: (method, path) => send(url + path, { method, headers }),
  };
}

/** A SID with digits in upper case, as old databases hold them. */
export function inUpperCase(sid: string): string {
  return sid.toUpperCase();
}
