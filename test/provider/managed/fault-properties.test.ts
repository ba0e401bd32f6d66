import * as fc from "fast-check";
import type { Emulator, EmulatorOptions } from "../../../src/emulator/emulator";
import type { FaultName } from "../../../src/emulator/faults";
import { openPointValues } from "../../../src/emulator/settings";
import { type Kind, kindNames } from "../../../src/service/kinds";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { type Applied, beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

type Config = Readonly<Record<string, ObjectValue[string]>>;

/** What is sent of each kind; the same number makes the same object. */
const configs: Readonly<Record<string, (number: number, service: Emulator) => readonly [Kind, Config]>> = {
  group: (n) => ["contact_group", { name: `Group ${n}` }],
  profile: (n) => ["monitoring_profile", { name: `Profile ${n}`, frequency: "weekly" }],
  source: (n) => ["source", { host: `bl-${n}.example.net`, type: "rbl", custom_codes: ["127.0.0.2"] }],
  certificates: (n) => ["certificate_profile", { name: `Strict ${n}`, expiration_thresholds: [30, n] }],
  contact: (n, service) => [
    "contact",
    { contact: `ops-${n}@example.com`, type: "email", contact_groups: first(service, "contact_group") },
  ],
  host: (n, service) => ["host", { host: `Mail-${n}.example.com`, ...watched(service) }],
  subnet: (n, service) => ["host", { host: `192.0.2.${n * 8 + 1}/30`, ...watched(service) }],
  monitor: (n, service) => [
    "certificate_monitor",
    {
      ...{ hostname: `www-${n}.example.com`, protocol: "https", name: "Shop" },
      profile: first(service, "certificate_profile")[0] ?? "",
      contact_groups: first(service, "contact_group"),
    },
  ],
};

const first = ({ account }: Emulator, kind: Kind) =>
  account
    .objects(kind)
    .slice(0, 1)
    .map(({ id }) => id);
const watched = (service: Emulator) => ({
  name: "Mail",
  profile: first(service, "monitoring_profile")[0] ?? "",
  contact_groups: first(service, "contact_group"),
  tags: ["a", "b"],
});

interface PlannedFault {
  readonly fault: FaultName;
  readonly method: string;
  /** How many requests of that method come through before. */
  readonly after: number;
  readonly times: number;
}

const faultNames: readonly FaultName[] = [
  ...["drop-before", "drop-after", "500-before", "500-after", "502-html", "429", "429-after"],
  ...["429-without-retry-after", "cut-body", "cut-json", "other-shape", "empty"],
] as FaultName[];

const faultsOf = (...methods: readonly string[]) =>
  fc.array(
    fc.record({
      fault: fc.constantFrom(...faultNames),
      method: fc.constantFrom(...methods),
      after: fc.nat(4),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 5 },
  );

const settings: fc.Arbitrary<EmulatorOptions> = fc.record({
  subnetCreate: fc.constantFrom(...openPointValues.subnetCreate),
  createReturns: fc.constantFrom(...openPointValues.createReturns),
  sameHost: fc.constantFrom(...openPointValues.sameHost),
  lists: fc.constantFrom("strings", "csv", "absent"),
  names: fc.constantFrom(...openPointValues.names),
  idKey: fc.constantFrom(...openPointValues.idKey),
  listOrder: fc.constantFrom(...openPointValues.listOrder),
  maxPageSize: fc.constantFrom(1000, 50),
});

const wanted = fc.array(fc.record({ what: fc.constantFrom(...Object.keys(configs)), number: fc.nat(2) }), {
  minLength: 1,
  maxLength: 8,
});

function arm(service: Emulator, faults: readonly PlannedFault[]): void {
  for (const { after, ...fault } of faults) {
    let passed = 0;
    service.faults.arm({ ...fault, matching: () => passed++ >= after });
  }
}

const census = ({ account }: Emulator) =>
  kindNames.flatMap((kind) => account.objects(kind).map(({ id }) => id));

/** Applies all at the same time, as Terraform does, in a run of its own. */
async function applyAll(
  service: Emulator,
  all: readonly Managed[],
  config: (managed: Managed) => ObjectValue | null = (managed) => managed.config,
): Promise<(Applied & { isEmpty: boolean })[]> {
  const run = await beginRun(service);
  return Promise.all(all.map((managed) => run.apply(managed, config(managed))));
}

/** Fields that an object of the account has as the configuration has them. */
const inAccount = ["name", "frequency", "custom_codes", "expiration_thresholds", "profile", "tags", "paused"];

const errorsOf = (applied: readonly Applied[]) => applied.flatMap(({ errors }) => errors);
const isKept = ({ state }: Managed) => state !== null;

describe("whatever becomes of the answers, in whatever order", () => {
  it("every object is in state once or named in an error, and the next run finishes", async () => {
    await fc.assert(
      fc.asyncProperty(
        settings,
        wanted,
        faultsOf("POST", "POST", "GET"),
        faultsOf("PUT", "POST"),
        faultsOf("DELETE"),
        async (options, list, onCreate, onUpdate, onDelete) => {
          const service = await emulated(options);
          const before = new Set(census(service));
          const added = () => census(service).filter((id) => !before.has(id));
          const all = list.map(({ what, number }) => {
            const [kind, config] = configs[what]?.(number, service) ?? [];
            return new Managed(kind ?? "", config ?? {});
          });

          arm(service, onCreate);
          const created = await applyAll(service, all);
          await service.faults.clear();
          const owned = all.flatMap(({ ids }) => ids);
          expect(new Set(owned).size).toBe(owned.length);
          expect(added()).toEqual(expect.arrayContaining([...owned]));
          // What an error leaves open is named by it: by its SID, or where the account could not be read, by its key.
          const errors = errorsOf(created);
          const open = errors.filter((error) => error.includes("could not be searched"));
          const orphans = added().filter((id) => !owned.includes(id));
          const unnamed = orphans.filter((id) => !errors.some((error) => error.includes(id)));
          if (open.length === 0) expect(unnamed).toEqual([]);
          created.forEach(({ errors }, index) => {
            expect(all[index]?.state === null).toBe(errors.length > 0);
          });

          const kept = all.filter(isKept);
          expect(errorsOf(await applyAll(service, kept))).toEqual([]);
          expect((await applyAll(service, kept)).map(({ isEmpty }) => isEmpty)).not.toContain(false);
          expect(added().sort()).toEqual([...owned, ...orphans].sort());

          const changed = ({ type, config, attributes }: Managed): ObjectValue => ({
            ...config,
            ...("name" in attributes && { name: `${config.name}, changed` }),
            ...(type === "source" && { custom_codes: ["127.0.0.3"] }),
            ...("paused" in attributes && { paused: true }),
          });
          arm(service, onUpdate);
          await applyAll(service, kept, changed);
          await service.faults.clear();
          expect(errorsOf(await applyAll(service, kept, changed))).toEqual([]);
          expect((await applyAll(service, kept, changed)).map(({ isEmpty }) => isEmpty)).not.toContain(false);
          expect(kept.flatMap(({ ids }) => ids).sort()).toEqual([...owned].sort());
          for (const managed of kept) {
            const fields = Object.entries(changed(managed)).filter(([field]) => inAccount.includes(field));
            const objects = managed.ids.map((id) => service.account.find(id));
            for (const object of objects) expect(object).toMatchObject(Object.fromEntries(fields));
          }
          expect(added().sort()).toEqual([...owned, ...orphans].sort());

          arm(service, onDelete);
          await applyAll(service, kept, () => null);
          await service.faults.clear();
          expect(errorsOf(await applyAll(service, kept.filter(isKept), () => null))).toEqual([]);
          expect(kept.filter(isKept)).toEqual([]);
          expect(added().sort()).toEqual([...orphans].sort());
          await closeRuns();
        },
      ),
      { numRuns: Number(process.env.FAULT_RUNS ?? 30) },
    );
  });
});
