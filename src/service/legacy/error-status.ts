/*
 * Errors of version 3.0 may all have the status 500. What they are, only their message says, whose wording is not documented.
 * A message that names no cause stays a failure of the server, after which nothing is certain.
 */
const statusByMessage: readonly (readonly [RegExp, number])[] = [
  [/\bauthenticat(?:e|ion)|\bunauthori[sz]ed\b|\bcredentials\b/i, 401],
  [/\brate limit|\btoo many requests\b/i, 429],
  [/\bforbidden\b|\baccess denied\b|\bnot (?:allowed|permitted)\b|\bnot available (?:on|in|with)\b/i, 403],
  [/\bvalidation\b|\bbad request\b|\binvalid\b|\brequired\b|\bmust (?:be|have|not)\b|\bnot accepted\b/i, 422],
  [/\bconflict\b|\balready\b|\bin use\b|\bused by\b|\bread-only\b|\bcannot be (?:deleted|modified)\b/i, 409],
  [/\b(?:does not|doesn't|no longer) exist|\bnot found\b|\bno such\b/i, 404],
];

/** The status that version 4.0 has for an error of version 3.0. */
export function currentStatus(status: number, message: string | undefined): number {
  if (status !== 500 || message === undefined) return status;
  return statusByMessage.find(([words]) => words.test(message))?.[1] ?? status;
}
