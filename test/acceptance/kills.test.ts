import fc from "fast-check";
import { type ApiVersion, apiVersions } from "../../src/service/api-version";
import { killedLives } from "../core/kills/killed-life";
import { operations, subjects } from "../core/kills/subjects";
import type { Kill } from "../core/rblmonitor";
import { realTerraform } from "../core/walks/real-terraform";
import { isLong } from "../properties";

const patience = isLong ? 900_000 : 240_000;

/** A paused source that no state has is in no list (see test/core/kills). */
const lives = (version: ApiVersion) =>
  subjects(version).flatMap((subject) =>
    operations(subject)
      .filter((operation) => subject.slot.kind !== "source" || operation !== "create paused")
      .map((operation) => ({ subject, operation })),
  );

describe.each<ApiVersion>(apiVersions)("SIGKILL of real processes over version %s", (version) => {
  it(
    "leaves nothing unreported, and the next apply makes everything as declared or says how",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...lives(version)),
          fc.constantFrom<Kill["of"]>("plugin", "core", "both", "service"),
          fc.integer({ min: 1, max: 6 }),
          fc.boolean(),
          async ({ subject, operation }, of, atRequest, isCarriedOut) => {
            const kill = { of, atRequest, isCarriedOut };
            const { found } = await killedLives(
              version,
              subject,
              operation,
              {},
              (live) => live(kill),
              realTerraform,
            );
            expect({ subject: subject.title, operation, kill, found }).toMatchObject({ found: [] });
          },
        ),
        { numRuns: 2, interruptAfterTimeLimit: patience - 60_000 },
      ),
    patience,
  );
});
