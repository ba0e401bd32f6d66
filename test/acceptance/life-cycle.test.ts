import { byApiVersion, usedApiVersion } from "./api-version";
import { legacyLives } from "./legacy/lives";
import { lives } from "./lives/lives";
import { testLives } from "./lives/test-lives";
import { started } from "./running-plugin";

describe("the life of every kind", () => {
  testLives(byApiVersion({ "4.0": lives, "3.0": legacyLives }), usedApiVersion, started);
});
