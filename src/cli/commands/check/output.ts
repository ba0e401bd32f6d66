import type { findingsOf } from "../../../provider/checks/fields";
import { printable, type Screen } from "../../output/terminal";
import { counted } from "../../output/text";
import { textTable } from "../../output/text-table";

/** A check as the command shows it. */
export interface CheckResult extends ReturnType<typeof findingsOf> {
  readonly id: string;
  /** The address or SID of the host; null for a check given by its id: the service does not report its host. */
  readonly host: string | null;
  /** The label by which the user chose the host, else null. */
  readonly name: string | null;
  readonly finished: boolean;
}

type Source = NonNullable<CheckResult["results"]>[number];

/** The result for people. */
export function checkText(result: CheckResult, screen: Screen): string {
  const lines = [headline(result, screen), ...(result.finished ? [] : [resultCommand(result)])];
  const sources = result.results ?? [];
  const table = sources.length === 0 ? "" : `\n${textTable(columns, listedFirst(sources), screen)}`;
  return lines.map((line) => `${line}\n`).join("") + table;
}

function headline(
  { host, name, id, finished, status, listed, listed_count }: CheckResult,
  { paint }: Screen,
): string {
  const address = host ?? `The host of check ${id}`;
  const subject = printable(name === null ? address : `${name} (${address})`);
  if (!finished) {
    if (status === null) return `Started check ${id} of ${subject}.`;
    return `The check ${id} has not finished; its status is ${printable(status)}.`;
  }
  if (listed === null)
    return `The check has finished, and the service does not report whether ${subject} is listed.`;
  if (!listed) return paint("green", `${subject} is not listed.`);
  return paint(
    "red",
    `${subject} is listed${listed_count === null ? "" : ` by ${counted(listed_count, "source")}`}.`,
  );
}

function resultCommand({ id }: CheckResult): string {
  return `To see the result: rblmonitor check ${id} --wait`;
}

function listedFirst(sources: readonly Source[]): Source[] {
  return [...sources].sort((a, b) => Number(b.listed ?? false) - Number(a.listed ?? false));
}

const columns = [
  {
    title: "LISTED",
    of: ({ listed }: Source) => listed,
    paint: ({ listed }: Source) => (listed ? ("red" as const) : undefined),
  },
  { title: "SOURCE", of: ({ host }: Source) => host },
  { title: "DETAILS", of: ({ details }: Source) => details },
  { title: "SID", of: ({ source }: Source) => source, paint: () => "dim" as const, wide: true as const },
];
