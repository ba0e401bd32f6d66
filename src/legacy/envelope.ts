/** `version` of every answer: API 3.0 includes its minor version (docs/design/api-3.0.md#resources). */
export const legacyVersion = "3.6";

/** `status_message` of every success (docs/design/api-3.0.md#migration (4)). */
export const legacySuccess = "OK";

/** Default number of objects per page (docs/design/api-3.0.md#migration (7)). */
export const legacyPageSize = 20;

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
