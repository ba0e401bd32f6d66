import { violations } from "./invariants";
import type { Step } from "./steps";
import { takeStep } from "./take-step";
import { type DriverFor, type Surroundings, Team } from "./team";

/** What was done, a line for each step, and what is wrong after the last one. */
export interface Walk {
  readonly story: readonly string[];
  readonly found: readonly string[];
}

/** Takes the steps until something is wrong. */
export async function walk(around: Surroundings, steps: readonly Step[], driver?: DriverFor): Promise<Walk> {
  const team = await Team.open(around, driver);
  try {
    for (const step of steps) {
      const done = await takeStep(team, step);
      const found = done === undefined ? [] : await violations(team, done);
      if (found.length > 0) return { story: team.story, found };
    }
    return { story: team.story, found: [] };
  } finally {
    await team.close();
  }
}
