import { createLogger } from "../terraform";
import { schemaJson } from "../terraform/tools";
import { rblmonitorProvider } from "./provider";
import { sourceAddress } from "./source-address";

/** The provider's schema as `terraform providers schema -json` prints it; the constructs and the documentation are made of it. */
export function providerSchemaJson(): object {
  const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "schema" });
  return schemaJson(sourceAddress, rblmonitorProvider(silent, {}));
}
