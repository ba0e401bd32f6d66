import fc from "fast-check";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../src/emulator/emulator";
import { kindNames, kinds } from "../../../../src/service/kinds";
import { furnish, type Line, references, reported, truth } from "./random-account";
import { type Planned, plannedObjects } from "./random-changes";
import { rawStateOf } from "./stored-object";

/** Settings with which the API returns everything (docs/design/open-points.md#1 to 4). */
const reports: fc.Arbitrary<EmulatorOptions> = fc.record({
  idKey: fc.constantFrom("id", "sid"),
  lists: fc.constantFrom("strings", "csv", "numbers", "objects", "null-when-empty"),
  listItemOrder: fc.constantFrom("as-given", "reversed", "shuffled"),
  booleans: fc.constantFrom("boolean", "number", "digit-text", "word-text"),
  statusWords: fc.constantFrom("lower", "capitalised", "upper"),
  listOrder: fc.constantFrom("oldest-first", "newest-first"),
});

/** Each run takes a service of its own, so to shrink a failure would take minutes. */
const parameters = { numRuns: 60, endOnFailure: true };
const pageSizes = fc.integer({ min: 2, max: 50 });

function happen(service: Emulator, { id, fate }: Pick<Planned, "fate"> & { readonly id: string }): void {
  if (fate.as === "removed") service.account.remove(id);
  if (fate.as === "changed") service.account.change(id, fate.fields);
}

describe("the report of a random account, some of it declared", () => {
  it("reports exactly the differences after random changes", async () => {
    await fc.assert(
      fc.asyncProperty(reports, pageSizes, fc.gen(), async (settings, pageSize, gen) => {
        const service = await startEmulator({ limits: "off", pausedSources: "listed", ...settings });
        try {
          const { made, declared } = furnish(service, gen(plannedObjects, references(service)));
          for (const one of made) happen(service, one);
          const { lines, unsettled } = await reported(service, rawStateOf(declared), pageSize);
          expect(lines.sort()).toEqual(truth(service, declared).sort());
          expect(unsettled).toEqual([]);
        } finally {
          await service.close();
        }
      }),
      parameters,
    );
  });

  it("reports consistent readings of each kind, or notes inconsistent ones, while the account changes", async () => {
    let reportedAmongChanges = 0;
    await fc.assert(
      fc.asyncProperty(pageSizes, fc.gen(), async (pageSize, gen) => {
        const pending = new Map<number, () => void>();
        const moments: Line[][] = [];
        let request = 0;
        const service = await startEmulator({
          pausedSources: "listed",
          limits: "off",
          // Changes happen just before a request is answered.
          latency: () => {
            pending.get(request++)?.();
            return 0;
          },
        });
        try {
          const { made, declared } = furnish(service, gen(plannedObjects, references(service)));
          const look = () => moments.push(truth(service, declared));
          look();
          for (const one of made) {
            const at = gen(fc.nat, 20);
            const before = pending.get(at);
            pending.set(at, () => {
              before?.();
              happen(service, one);
              look();
            });
          }
          const { lines, unsettled } = await reported(service, rawStateOf(declared), pageSize);
          for (const kind of kindNames.filter((each) => !unsettled.includes(each))) {
            const ofKind = (all: readonly Line[]) =>
              all.filter((line) => line.split(" ")[1]?.startsWith(kinds[kind].prefix)).sort();
            const truths = moments.map(ofKind);
            expect(truths).toContainEqual(ofKind(lines));
            if (new Set(truths.map(String)).size > 1) reportedAmongChanges += 1;
          }
        } finally {
          await service.close();
        }
      }),
      parameters,
    );
    expect(reportedAmongChanges).toBeGreaterThan(0);
  });
});
