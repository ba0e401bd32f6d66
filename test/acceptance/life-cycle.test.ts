import { patience } from "./account";
import { lives } from "./lives/lives";
import { testLife } from "./lives/test-life";

jest.setTimeout(patience);

describe.each(lives)("the life of a $type, each step on what the one before left", (life) => {
  testLife(life);
});
