/** `version` of every answer: the interface 3.0 tells its minor version (docs/design/api-3.0.md#resources). */
export const legacyVersion = "3.6";

/** `status_message` of every success (docs/design/api-3.0.md#migration (4)). */
export const legacySuccess = "OK";

/** Objects on a page unless the request says otherwise (docs/design/api-3.0.md#migration (7)). */
export const legacyPageSize = 20;
