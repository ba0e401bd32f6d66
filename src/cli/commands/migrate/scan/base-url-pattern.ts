import type { FieldPattern, Groups } from "./field-pattern";

/**
 * Base URLs of version 3.0 (3.0, Versioning 1): where one ends, its path begins.
 * @param legacyBaseUrl the account's own, by which other services' are told apart; undefined when it is not known
 */
export function baseUrlPattern(legacyBaseUrl: string | undefined): FieldPattern {
  const own = legacyBaseUrl === undefined ? undefined : withoutScheme(legacyBaseUrl);
  return {
    type: "base_url",
    replacement: "the base URL of version 4.0: domain and version segment both change",
    point: 1,
    isJoined: true,
    expression:
      /\bhttps?:\/\/(?:[^\s"'`<>@/]*@)?(?<host>[\w.\-:\ue000\ue001]+)(?<path>(?:\/[\w.\-~\ue000\ue001]*)*?\/3\.0)(?![\w.])/gi,
    demand: (match) => (addressOf(match) === own ? "own" : "folders"),
    found: (match) => {
      const isOthers = own !== undefined && addressOf(match) !== own && addressOf(match).search(marks) < 0;
      const host = match.host?.replaceAll(marks, "…") ?? "";
      return isOthers ? undefined : `the base URL of version 3.0 on ${host}`;
    },
  };
}

const marks = /[\ue000\ue001]+/g;

function addressOf({ host = "", path = "" }: Groups): string {
  return withoutScheme(host + path);
}

function withoutScheme(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/+$/, "")
    .toLowerCase();
}
