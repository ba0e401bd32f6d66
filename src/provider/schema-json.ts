import { createLogger } from "../terraform";
import { schemaJson } from "../terraform/tools";
import { rblmonitorProvider } from "./provider";
import { sourceAddress } from "./version";

/** Logs nothing: for a provider that is only asked for its schemas. */
export const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "schema" });

/** The provider's schema as printed by `terraform providers schema -json`, from which constructs and documentation are generated. */
export function providerSchemaJson(): object {
  return schemaJson(sourceAddress, rblmonitorProvider(silent, {}));
}
