import fc from "fast-check";
import { type ApiVersion, apiVersions } from "../../../src/service/api-version";
import { isLong } from "../../properties";
import found from "./found.json";
import { type Step, steps } from "./steps";
import { surroundings } from "./surroundings";
import type { Surroundings } from "./team";
import { walk } from "./walk";

/** How long walks are tried, and enough for a failure to be shrunk. */
const patience = isLong ? 900_000 : 240_000;

describe.each<ApiVersion>(apiVersions)("a walk over version %s", (version) => {
  it(
    "keeps every invariant after each step",
    () =>
      fc.assert(fc.asyncProperty(surroundings(version), steps, keepsInvariants), {
        numRuns: 4,
        interruptAfterTimeLimit: patience,
      }),
    2 * patience,
  );
});

/** Walks that once led to something wrong, with the fewest steps that did. */
describe("a walk that was found", () => {
  it.each(found)("$title", ({ around, steps }) => keepsInvariants(around as Surroundings, steps as Step[]));
});

/** @throws Error that says what was done, and what is wrong then */
async function keepsInvariants(around: Surroundings, all: readonly Step[]): Promise<void> {
  const { story, found } = await walk(around, all);
  if (found.length > 0) throw new Error([...story, "", ...found].join("\n"));
}
