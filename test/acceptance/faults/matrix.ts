import type { AnyObject } from "../../../src/emulator/account/objects";
import type { RecordedRequest } from "../../../src/emulator/request-log";
import { openAccount, type TestAccount } from "../account";
import { started } from "../running-plugin";
import { instances } from "../state-file";
import type { Told } from "../terraform-messages";
import {
  address,
  configurationAfter,
  has,
  isWriteOf,
  type Operation,
  type Subject,
  subjects,
} from "./subjects";

/** An account on which one fault strikes one write after another, and what is known of it. */
export interface Stage {
  readonly account: TestAccount;
  readonly operation: Operation;
  /** Whether a request is a write of the operation on that subject, or on any. */
  isWrite(request: RecordedRequest, subject?: Subject): boolean;
  /** Applies the configuration, and tells what terraform said. */
  apply(): Promise<Told>;
}

/** A row of the matrix. */
export interface Fault {
  readonly name: string;
  /** The body of the provider's block. */
  readonly provider?: string;
  /** Whether it reaches the plugin's process, so that terraform has to start one for each command. Default: false. */
  readonly strikesProcess?: boolean;
  /** What becomes of a write: done by the same apply, or left to the next one. Default `done`. */
  readonly ends?: "done" | "left" | "either";
  /** Lets it strike every subject once, and applies. */
  strike(stage: Stage): Promise<Told>;
}

type Cells = Map<string, string>;

/** What came of each write, by fault and operation; a cell for each subject. */
const rows: { readonly fault: string; readonly operation: Operation; readonly cells: Cells }[] = [];

/** The account of one fault, which goes through the life of all subjects. */
export async function openMatrix(fault: Fault) {
  const account = await openAccount({}, fault.strikesProcess ? started : {});
  const { service } = account;
  const before = new Set(account.census());
  const idsOf = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const stored = await instances(account.workspace.folder).catch(() => new Map());
    return new Map(
      [...stored].map(([name, { attributes }]) => [name, [...new Set(idsIn(attributes))]] as const),
    );
  };
  const added = () => account.census().filter((id) => !before.has(id));

  /** Strikes one kind of write, and returns what has to be true of it by then and after the next apply. */
  const strike = async (operation: Operation) => {
    await account.write(configurationAfter(operation, service), fault.provider);
    const known = await idsOf();
    const isWrite = (request: RecordedRequest, subject?: Subject) =>
      (subject === undefined ? subjects : [subject]).some((one) =>
        isWriteOf(one, operation, known.get(address(one)) ?? [])(request),
      );
    const sentBefore = service.requestCount;
    const told = await fault.strike({ account, operation, isWrite, apply: account.tryApply });
    service.configure({ latency: 0 });
    await service.faults.clear();
    const sent = service.requests.slice(sentBefore);
    const cells: Cells = new Map(
      subjects
        .filter((subject) => has(subject, operation))
        .map((subject) => [
          subject.name,
          cell(subject, told, sent.filter((request) => isWrite(request, subject)).length),
        ]),
    );
    rows.push({ fault: fault.name, operation, cells });
    return { told, sent, isWrite, owned: [...(await idsOf()).values()].flat(), added: added(), cells };
  };

  return {
    account,
    added,
    strike,
    /** The account's objects that stand for the subject. */
    async objects(subject: Subject): Promise<(AnyObject | undefined)[]> {
      return ((await idsOf()).get(address(subject)) ?? []).map((id) => service.account.find(id));
    },
    async owned(): Promise<readonly string[]> {
      return [...(await idsOf()).values()].flat();
    },
    /** The addresses of what is stored as tainted. */
    async tainted(): Promise<readonly string[]> {
      const stored = await instances(account.workspace.folder).catch(() => new Map());
      return [...stored].filter(([, { status }]) => status === "tainted").map(([name]) => name);
    },
  };
}

/** What came of a write of one subject, in a word, and how often it was sent. */
function cell(subject: Subject, { diagnostics, applied }: Told, sent: number): string {
  const own = diagnostics.filter((one) => one.address === address(subject));
  const isAdopted = own.some(({ summary }) => summary === "Created, though the answer was lost");
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
  const lines = rows.map(({ fault, operation, cells }) => [
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
