/*
 * Errors of version 3.0 may all have the status 500. Only the message shows the cause, and its wording is not documented. An
 * error without a known cause remains a server error, whose effect is unknown.
 */
const statusByMessage: readonly (readonly [RegExp, number])[] = [
  [/\bauthenticat(?:e|ion)|\bunauthori[sz]ed\b|\bcredentials\b/i, 401],
  [/\brate limit|\btoo many requests\b/i, 429],
  [/\bforbidden\b|\baccess denied\b|\bnot (?:allowed|permitted)\b|\bnot available (?:on|in|with)\b/i, 403],
  [/\bvalidation\b|\bbad request\b|\binvalid\b|\brequired\b|\bmust (?:be|have|not)\b|\bnot accepted\b/i, 422],
  [/\bconflict\b|\balready\b|\bin use\b|\bused by\b|\bread-only\b|\bcannot be (?:deleted|modified)\b/i, 409],
  [/\b(?:does not|doesn't|no longer) exist|\bnot found\b|\bno such\b/i, 404],
];

/** The equivalent status in version 4.0 for an error of version 3.0. */
export function currentStatus(status: number, message: string | undefined): number {
  if (status !== 500 || message === undefined) return status;
  return statusByMessage.find(([words]) => words.test(message))?.[1] ?? status;
}
