import { legacySuccess, legacyVersion } from "./version";

/** The body of a success of version 3.0, with what stands behind its version. */
export function legacySuccessBody(content: object): string {
  return JSON.stringify({
    status_code: 200,
    status_message: legacySuccess,
    version: legacyVersion,
    ...content,
  });
}

/** The body of an error of version 3.0. */
export function legacyErrorBody(status: number, message: string): string {
  return JSON.stringify({ status_code: status, status_message: message, version: legacyVersion });
}
