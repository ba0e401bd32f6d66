import { createLogger } from "../terraform";
import { schemaJson } from "../terraform/tools";
import { rblmonitorProvider } from "./provider";
import { sourceAddress } from "./version";

/** The provider's schema as printed by `terraform providers schema -json`, from which constructs and documentation are generated. */
export function providerSchemaJson(): object {
  const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "schema" });
  return schemaJson(sourceAddress, rblmonitorProvider(silent, {}));
}
