import { testLives } from "../lives/test-lives";
import { legacyLives } from "./lives";

/** What differs most over version 3.0. All kinds live over it where that is the version of the tests: ../life-cycle.test.ts. */
const few = legacyLives.filter(({ type }) => type === "host" || type === "contact");

describe("the life over version 3.0", () => {
  testLives(few, "3.0");
});
