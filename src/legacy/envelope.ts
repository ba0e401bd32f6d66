/** `version` of every answer: API 3.0 includes its minor version (docs/design/api-3.0.md#resources). */
export const legacyVersion = "3.6";

/** `status_message` of every success (docs/design/api-3.0.md#migration (4)). */
export const legacySuccess = "OK";

/** Default number of objects per page (docs/design/api-3.0.md#migration (7)). */
export const legacyPageSize = 20;

/** The body of a 3.0 answer. */
export function legacyAnswerBody(status_code: number, status_message: string, content: object = {}): string {
  return JSON.stringify({ status_code, status_message, version: legacyVersion, ...content });
}
