import { legacyClientTests } from "../../../legacy/client-tests";
import { bridges } from "./bridges";

legacyClientTests(bridges());
