import fc from "fast-check";
import { drift } from "../../../src/cli/drift/drift";
import { kindNames } from "../../../src/cli/drift/object-names";
import { selectionOf } from "../../../src/cli/drift/selection";
import { declaredObjects } from "../../../src/cli/drift/state/declared-objects";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { Account } from "../../../src/provider/account";
import { type Planned, plannedObjects, type References } from "./random-changes";
import { rawStateOf, type Stored, storedObject } from "./stored-object";

/** A finding in one line: what, which object and, where it differs, in what. */
type Line = string;

const line = (type: string, id: string, attributes: readonly string[] = []): Line =>
  [type, id, ...[...attributes].sort()].join(" ");

async function findings(service: Emulator, state: string, pageSize: number): Promise<Line[]> {
  const { url: baseUrl, accountSid, authToken } = service;
  const account = new Account({ baseUrl, accountSid, authToken, pageSize, maxWait: 0 });
  const states = [{ name: "state", text: state }];
  const report = await drift({
    ...{ account, states, rules: [], undeclared: true, once: false },
    all: declaredObjects(states, undefined),
    selection: selectionOf(undefined, []),
    now: () => new Date(0),
    signal: new AbortController().signal,
    onRead: () => undefined,
  });
  await account.close();
  expect(report.requests.sent).toBe(service.requestCount);
  return report.findings.map((finding) =>
    finding.type === "changed"
      ? line(
          "changed",
          finding.id,
          finding.attributes.map(({ name }) => name),
        )
      : line(finding.type, finding.id),
  );
}

/** Makes the objects, and gives the state that declares some of them. */
function furnish(service: Emulator, planned: readonly Planned[]) {
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

/** What the report must tell, by what the emulator has now. */
function truth(
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

function references({ account }: Emulator): References {
  const ids = (kind: (typeof kindNames)[number]) =>
    account
      .objects(kind)
      .slice(0, 3)
      .map(({ id }) => id);
  return {
    profiles: ids("monitoring_profile"),
    certificateProfiles: ids("certificate_profile"),
    groups: ids("contact_group"),
    sources: ids("source"),
  };
}

/** How the service may tell all that it has (gaps 1 to 4). */
const tellings: fc.Arbitrary<EmulatorOptions> = fc.record({
  idKey: fc.constantFrom("id", "sid"),
  lists: fc.constantFrom("strings", "csv", "numbers", "objects", "null-when-empty"),
  listItemOrder: fc.constantFrom("as-given", "reversed", "shuffled"),
  booleans: fc.constantFrom("boolean", "number", "digit-text", "word-text"),
  statusWords: fc.constantFrom("lower", "capitalised", "upper", "unknown"),
  listOrder: fc.constantFrom("oldest-first", "newest-first"),
});

describe("the report of a random account, some of it declared, after random changes", () => {
  it("tells exactly what the account has otherwise", async () => {
    await fc.assert(
      fc.asyncProperty(
        tellings,
        fc.integer({ min: 2, max: 50 }),
        fc.gen(),
        async (settings, pageSize, gen) => {
          const service = await startEmulator({ limits: "off", ...settings });
          try {
            const planned = gen(plannedObjects, references(service));
            const { made, declared } = furnish(service, planned);
            for (const { id, fate } of made) {
              if (fate.as === "removed") service.account.remove(id);
              if (fate.as === "changed") service.account.change(id, fate.fields);
            }
            const found = await findings(service, rawStateOf(declared), pageSize);
            expect(found.sort()).toEqual(truth(service, declared).sort());
          } finally {
            await service.close();
          }
        },
      ),
      // Each run takes a service of its own: to shrink a failure would take minutes.
      { numRuns: 60, endOnFailure: true },
    );
  }, 120_000);
});
