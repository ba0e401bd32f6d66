import { patience } from "./account";
import { legacyLives } from "./legacy/lives";
import { lives } from "./lives/lives";
import { testLife } from "./lives/test-life";
import { bySpokenVersion, spokenVersion } from "./spoken-version";

jest.setTimeout(patience);

describe.each(bySpokenVersion({ "4.0": lives, "3.0": legacyLives }))(
  "the life of a $type, each step on what the one before left",
  (life) => {
    testLife(life, spokenVersion);
  },
);
