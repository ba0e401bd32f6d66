import fc from "fast-check";
import { legacyForms } from "../../../src/emulator/http/target";
import { type OpenPointSettings, openPointValues } from "../../../src/emulator/settings";
import type { ApiVersion } from "../../../src/service/api-version";
import { lookedAtElsewhere } from "../../acceptance/settings-matrix";
import { type CoreName, coreVersions } from "../version";
import type { Surroundings } from "./team";

/** Every way in which the service may behave that a walk can meet. Shrinking leads to the defaults. */
const settings = fc.record(
  Object.fromEntries(
    Object.entries(openPointValues)
      .filter(([name]) => !(name in lookedAtElsewhere))
      .map(([name, values]) => [name, mostlyFirst(values.filter((one) => one !== "refused"))]),
  ),
) as fc.Arbitrary<Partial<OpenPointSettings>>;

/** The default more often than not, or walks would meet little that a service returns as it was sent. */
function mostlyFirst(values: readonly unknown[]): fc.Arbitrary<unknown> {
  const [first] = values;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );
}

/** Walks declare write-only attributes, which older versions would keep and the provider refuses. */
const cores = Object.values(coreVersions)
  .filter(({ knowsWriteOnly }) => knowsWriteOnly)
  .map(({ name }) => name as CoreName);

/** What a walk over a version may meet. */
export const surroundings = (version: ApiVersion): fc.Arbitrary<Surroundings> =>
  fc.record({
    version: fc.constant(version),
    settings: version === "4.0" ? settings : settings.map((chosen) => ({ ...chosen, ...legacyChoices })),
    pageSize: fc.constantFrom(100, 2),
    parallelism: fc.constantFrom(10, 1),
    core: fc.constantFrom(...cores),
    adopts: fc.boolean(),
    isLimited: fc.boolean(),
    focus: fc.nat({ max: 9 }),
  });

const legacyChoices = {
  ...legacyForms,
  frequency: "absent",
  argsReturned: "absent",
  emptyList: "clears",
} as const;
