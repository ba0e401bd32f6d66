import { canonicalName, parseHost } from "../service/addresses";
import { type Kind, kinds } from "../service/kinds";
import { isSid, sidForm, sidKind } from "../service/sids";
import type { Shape } from "../terraform/schema/attribute";
import { string } from "../terraform/schema/shapes";

/** A SID of one kind (api-4.0, Identifiers). */
export function sid(kind: Kind): Shape<string> {
  return string().check((text, report) => {
    if (isSid(kind, text)) return;
    const other = sidKind(text);
    const wanted = `the SID of a ${kinds[kind].title} (${sidForm(kind)})`;
    report.error(
      other === undefined
        ? `must be ${wanted}; it is ${JSON.stringify(text)}`
        : `is the SID of a ${kinds[other].title}, but must be ${wanted}`,
    );
  });
}

/** A name or label: 1 to 255 characters, counted as a person counts them (api-4.0, Limits). */
export function label(): Shape<string> {
  return string().check((text, report) => {
    const length = [...text].length;
    if (length < 1 || length > 255) report.error(`must have 1 to 255 characters; it has ${length}`);
  });
}

/** A tag. The service takes tags as a comma-separated list, so that one cannot hold a comma (api-4.0, Host). */
export function tag(): Shape<string> {
  return string().check((text, report) => {
    if (text === "") report.error("must not be empty");
    else if (text.includes(",")) report.error("must not hold a comma, which separates tags");
    else if (text.trim() !== text) report.error("must not begin or end with white space");
  });
}

/** An IPv4 address, a domain name or an IPv4 subnet; spellings of the same host are the same (api-4.0, Host). */
export function hostAddress(): Shape<string> {
  return string()
    .check((text, report) => {
      if (parseHost(text) === undefined) {
        report.error(
          `must be an IPv4 address (192.0.2.1), a domain name (mail.example.com) or an IPv4 subnet (192.0.2.0/28); it is ${JSON.stringify(text)}`,
        );
      }
    })
    .sameWhen((a, b) => canonicalHost(a) === canonicalHost(b));
}

/** The one spelling of a host by which hosts are compared. */
export function canonicalHost(text: string): string {
  return parseHost(text)?.canonical ?? canonicalName(text);
}
