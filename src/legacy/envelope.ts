import { legacySuccess, legacyVersion } from "./version";

/** The body of a successful 3.0 answer. */
export function legacySuccessBody(content: object): string {
  return JSON.stringify({
    status_code: 200,
    status_message: legacySuccess,
    version: legacyVersion,
    ...content,
  });
}

/** The body of a 3.0 error. */
export function legacyErrorBody(status: number, message: string): string {
  return JSON.stringify({ status_code: status, status_message: message, version: legacyVersion });
}
