import fc from "fast-check";
import { type ApiVersion, apiVersions } from "../../src/service/api-version";
import { realTerraform } from "../core/walks/real-terraform";
import { steps } from "../core/walks/steps";
import { surroundings } from "../core/walks/surroundings";
import { walk } from "../core/walks/walk";
import { isLong } from "../properties";

const patience = isLong ? 900_000 : 240_000;

/** Terraform takes seconds for what the driver in this process does at once: the short form takes a few steps. */
const mostSteps = isLong ? 30 : 6;

describe.each<ApiVersion>(apiVersions)("a walk with the real terraform over version %s", (version) => {
  it(
    "keeps every invariant after each step",
    () =>
      fc.assert(
        fc.asyncProperty(surroundings(version), steps, async (around, all) => {
          // The real plugin has the real clock, and would wait for the next hour.
          const calm = { ...around, isLimited: false };
          const { story, found } = await walk(calm, all.slice(0, mostSteps), realTerraform);
          if (found.length > 0) throw new Error([...story, "", ...found].join("\n"));
        }),
        { numRuns: 1, interruptAfterTimeLimit: patience - 60_000 },
      ),
    patience,
  );
});
