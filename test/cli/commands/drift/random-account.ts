import { findDrift, selectionOf } from "../../../../src/cli/commands/drift/drift";
import { declaredObjects } from "../../../../src/cli/state/declared";
import type { Emulator } from "../../../../src/emulator/emulator";
import { Account } from "../../../../src/provider/account";
import { type Kind, kindNames, kinds } from "../../../../src/service/kinds";
import type { Planned, References } from "./random-changes";
import { type Stored, storedObject } from "./stored-object";

/** A finding in one line: what, which object and, where it differs, in what. */
export type Line = string;

const line = (type: string, id: string, attributes: readonly string[] = []): Line =>
  [type, id, ...[...attributes].sort()].join(" ");

/** The differences in the report, and the kinds that changed too fast for a consistent reading. */
export async function reported(
  service: Emulator,
  state: string,
  pageSize: number,
): Promise<{ lines: Line[]; unsettled: Kind[] }> {
  const { url: baseUrl, accountSid, authToken } = service;
  const account = new Account({ baseUrl, accountSid, authToken, pageSize, maxWait: 0 });
  const report = await findDrift({
    account,
    rules: [],
    undeclared: true,
    defaults: true,
    once: false,
    states: declaredObjects([{ name: "state", text: state }], undefined),
    selection: selectionOf({}),
    now: () => new Date(0),
    signal: new AbortController().signal,
    onRead: () => undefined,
  });
  await account.close();
  expect(report.requests.sent).toBe(service.requestCount);
  const lines = report.findings.map((finding) =>
    finding.type === "changed"
      ? line(
          "changed",
          finding.id,
          finding.attributes.map(({ name }) => name),
        )
      : line(finding.type, finding.id),
  );
  const unsettled = kindNames.filter((kind) =>
    report.notes.some(({ text }) =>
      text.startsWith(`The account's ${kinds[kind].plural} changed while they were read`),
    ),
  );
  return { lines, unsettled };
}

/** Makes the objects, and gives the state that declares some of them. */
export function furnish(service: Emulator, planned: readonly Planned[]) {
  const made = planned.map((one) => ({ ...one, id: service.account.add(one.kind, one.fields).id }));
  const declared = made
    .filter(({ isDeclared }) => isDeclared)
    .map(({ id, kind }) => ({ id, kind, attributes: stateOf(service, id) }));
  return { made, declared };
}

function stateOf(service: Emulator, id: string): Stored {
  const kind = kindNames.find((each) => service.account.objects(each).some((object) => object.id === id));
  const object = service.account.find(id);
  if (kind === undefined || object === undefined) throw new Error(`The account has no ${id}.`);
  // As Terraform stores it: a copy, texts in normal form C.
  return JSON.parse(JSON.stringify(storedObject(kind, object)).normalize()) as Stored;
}

/** The expected differences, from the emulator's objects. */
export function truth(
  service: Emulator,
  declared: readonly { readonly id: string; readonly attributes: Stored }[],
): Line[] {
  const known = new Set(declared.map(({ id }) => id));
  const ofDeclared = declared.flatMap(({ id, attributes }) => {
    if (service.account.find(id) === undefined) return [line("gone", id)];
    const now = stateOf(service, id);
    const names = Object.keys(now).filter((name) => inOrder(now[name]) !== inOrder(attributes[name]));
    return names.length === 0 ? [] : [line("changed", id, names)];
  });
  const strangers = kindNames.flatMap((kind) =>
    service.account
      .objects(kind)
      .filter((object) => !known.has(object.id) && !("custom" in object && !object.custom))
      .map(({ id }) => line("undeclared", id)),
  );
  return [...ofDeclared, ...strangers];
}

function inOrder(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);
}

export function references({ account }: Emulator): References {
  return (kind) =>
    account
      .objects(kind)
      .slice(0, 3)
      .map(({ id }) => id);
}
