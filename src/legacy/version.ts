/** `version` of every answer: the interface 3.0 tells its minor version (3.0, What the service does). */
export const legacyVersion = "3.6";

/** `status_message` of every success (3.0, Versioning 4). */
export const legacySuccess = "OK";

/** Objects on a page unless the request says otherwise (3.0, Versioning 7). */
export const legacyPageSize = 20;
