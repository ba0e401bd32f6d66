import { legacyClientTests } from "../../legacy/client-tests";
import { emulators } from "../api";

const start = emulators();

legacyClientTests(async (options) => {
  const service = await start(options);
  return { url: service.legacyUrl, service };
});
