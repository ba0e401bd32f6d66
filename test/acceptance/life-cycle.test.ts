import { patience } from "./account";
import { legacyLives } from "./legacy/lives";
import { lives } from "./lives/lives";
import { testLives } from "./lives/test-lives";
import { started } from "./running-plugin";
import { bySpokenVersion, spokenVersion } from "./spoken-version";

jest.setTimeout(patience);

describe("the life of every kind", () => {
  testLives(bySpokenVersion({ "4.0": lives, "3.0": legacyLives }), spokenVersion, started);
});
