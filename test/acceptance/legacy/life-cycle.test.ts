import { patience } from "../account";
import { testLife } from "../lives/test-life";
import { legacyLives } from "./lives";

jest.setTimeout(patience);

describe.each(legacyLives)("the life of a $type over version 3.0", (life) => {
  testLife(life, '  api_version = "3.0"');
});
