import type { AnyObject } from "../../../src/emulator/account/objects";
import type { Emulator } from "../../../src/emulator/emulator";
import type { RecordedRequest } from "../../../src/emulator/options";
import type { CommandResult } from "../../core/driven-account";
import { censusOf } from "../account";
import { driver, type Runner, terraform } from "./runners";
import {
  address,
  configurationAfter,
  has,
  isWriteOf,
  type Operation,
  type Subject,
  subjects,
} from "./subjects";

/** What a fault strikes: one write after another of an account. */
export interface Stage {
  readonly stand: Runner;
  readonly service: Emulator;
  readonly operation: Operation;
  /** Whether a request is a write of the operation on that subject, or on any. */
  isWrite(request: RecordedRequest, subject?: Subject): boolean;
}

/** A row of the matrix. */
export interface Fault {
  readonly name: string;
  /** Settings of the provider. */
  readonly provider?: Readonly<Record<string, unknown>>;
  /** Whether the real terraform applies, with a real clock. Default: the driver, whose waits end immediately. */
  readonly isReal?: boolean;
  /** What becomes of a write: done by the same apply, or left to the next one. Default `done`. */
  readonly ends?: "done" | "left" | "either";
  /** What becomes of a create, if that differs: one that may have had an effect is not sent again. */
  readonly createEnds?: "left";
  /** Lets it strike every subject once, and applies. */
  strike(stage: Stage): Promise<CommandResult>;
}

type Cells = Map<string, string>;

/** What came of each write, by fault and operation; a cell for each subject. */
const rows: { readonly fault: string; readonly operation: Operation; readonly cells: Cells }[] = [];

/** The account of one fault, which goes through the life of all subjects. */
export async function openMatrix(fault: Fault) {
  const stand = await (fault.isReal ? terraform() : driver());
  const { service } = stand;
  const before = new Set(censusOf(service));
  const idsOf = async (): Promise<ReadonlyMap<string, readonly string[]>> =>
    new Map(
      [...(await stand.stored())].map(([name, { attributes }]) => [
        name,
        [...new Set(idsIn(attributes))] as const,
      ]),
    );
  const added = () => censusOf(service).filter((id) => !before.has(id));

  /** Strikes one kind of write, and returns what must be true of it by then and after the next apply. */
  const strike = async (operation: Operation) => {
    await stand.write(configurationAfter(operation, service), fault.provider);
    const known = await idsOf();
    const isWrite = (request: RecordedRequest, subject?: Subject) =>
      (subject === undefined ? subjects : [subject]).some((one) =>
        isWriteOf(one, operation, known.get(address(one)) ?? [])(request),
      );
    const sentBefore = service.requestCount;
    const reported = await fault.strike({ stand, service, operation, isWrite });
    service.configure({ latency: 0 });
    await service.faults.clear();
    const sent = service.requests.slice(sentBefore);
    const cells: Cells = new Map(
      subjects
        .filter((subject) => has(subject, operation))
        .map((subject) => [
          subject.name,
          cell(subject, reported, sent.filter((request) => isWrite(request, subject)).length),
        ]),
    );
    rows.push({ fault: fault.name, operation, cells });
    return { reported, sent, isWrite, owned: [...(await idsOf()).values()].flat(), added: added(), cells };
  };

  return {
    stand,
    added,
    strike,
    /** The account's objects that the resource of the subject manages. */
    async objects(subject: Subject): Promise<(AnyObject | undefined)[]> {
      return ((await idsOf()).get(address(subject)) ?? []).map((id) => service.account.find(id));
    },
    async owned(): Promise<readonly string[]> {
      return [...(await idsOf()).values()].flat();
    },
    /** The addresses of what is stored as tainted. */
    async tainted(): Promise<readonly string[]> {
      return [...(await stand.stored())]
        .filter(([, { status }]) => status === "tainted")
        .map(([name]) => name);
    },
  };
}

/** What came of a write of one subject, in a word, and how often it was sent. */
function cell(subject: Subject, { diagnostics, applied }: CommandResult, sent: number): string {
  const own = diagnostics.filter((one) => one.address === address(subject));
  const isAdopted = own.some(({ summary }) => summary === "Response to a create was lost");
  const isError = own.some(({ severity }) => severity === "error");
  const what = isError ? "error" : isAdopted ? "adopted" : address(subject) in applied ? "done" : "left";
  return `${what} ${sent}x`;
}

function idsIn({ id, members }: Readonly<Record<string, unknown>>): string[] {
  const others = Array.isArray(members) ? members.map((member: { id: string }) => member.id) : [];
  return [String(id), ...others];
}

/** Prints the matrix, for `afterAll`. */
export function printMatrix(): void {
  const head = ["fault", "write", ...subjects.map(({ name }) => name)];
  const lines = rows
    .splice(0)
    .map(({ fault, operation, cells }) => [
      fault,
      operation,
      ...subjects.map(({ name }) => cells.get(name) ?? ""),
    ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => (line[column] ?? "").length)),
  );
  const text = [head, ...lines]
    .map((line) =>
      line
        .map((one, column) => one.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
  process.stdout.write(`\n${text}\n`);
}
