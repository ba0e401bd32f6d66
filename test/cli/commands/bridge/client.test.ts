import { legacyClientTests } from "../../../legacy/client-tests";
import { bridges } from "./bridges";

const start = bridges();

// The tests are those of the emulator, too, which refuses unknown parameters.
legacyClientTests((options) => start(options, { refuseUnknown: true }));
