import type { Account } from "../../../provider/account";
import { checkRequest } from "../../../service/requests";
import { canonicalSid, checkIdPattern } from "../../../service/sids";
import { possible } from "../../output/suggestion";
import { printable } from "../../output/terminal";

/** What is checked: a host, or a check that was started before. */
export type Subject =
  | { readonly check: string }
  /** `host` is what the service checks, `address` its address or what the user gave, `name` the label that the user gave. */
  | { readonly host: string; readonly address: string; readonly name: string | null };

const forms =
  "Give an IP address (192.0.2.1), a domain name (mail.example.com), the SID of a host (HT and 32 hexadecimal digits), its label, or the id of a check (PP and 64 digits).";

/** @throws Error for a text that can be neither a host nor its label, such as a subnet */
export function assertCheckable(asked: string): void {
  if (/^[\d.]+\/\d+$/.test(asked))
    throw new Error(`${JSON.stringify(asked)} is a subnet and cannot be checked. ${forms}`);
}

/** Whether a text names what can be checked without asking the account. */
function isDirect(asked: string): boolean {
  return checkIdPattern.test(asked) || checkRequest.safeParse({ host: asked }).success;
}

/**
 * What each text names. Only a label costs requests: the list of hosts. All hosts with a label are checked.
 * @throws Error for a label that no host has
 */
export async function subjectsOf(given: readonly string[], account: Account): Promise<Subject[]> {
  const asked = [...new Set(given.map(canonicalSid))];
  const hosts = asked.every(isDirect) ? [] : await (await account.reader("host")).readAll();
  return asked.flatMap((text): Subject[] => {
    if (checkIdPattern.test(text)) return [{ check: text }];
    if (isDirect(text)) return [{ host: text, address: text, name: null }];
    const labelled = hosts.filter(({ name }) => name === text);
    if (labelled.length > 0)
      return labelled.map(({ id, host: address = id }) => ({ host: id, address, name: text }));
    const names = hosts.flatMap(({ name }) => (name === undefined ? [] : [name]));
    throw new Error(
      `No host is named ${printable(JSON.stringify(text))}.${possible(text, "Labels", names)} ${forms}`,
    );
  });
}
