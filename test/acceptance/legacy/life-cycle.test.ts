import { patience } from "../account";
import { testLife } from "../lives/test-life";
import { legacyLives } from "./lives";

jest.setTimeout(patience);

/** What differs most over version 3.0. All kinds live over it where that is the version of the tests: ../life-cycle.test.ts. */
const few = legacyLives.filter(({ type }) => type === "host" || type === "contact");

describe.each(few)("the life of a $type over version 3.0", (life) => {
  testLife(life, "3.0");
});
