import { rblmonitorHandlers } from "../../../provider/handlers";
import { GetProviderSchema_Response } from "../../../terraform/protocol/generated/tfplugin6";
import { createLogger } from "../../../terraform/serve/log";

/** What the provider answers to GetProviderSchema, encoded. */
export async function encodedSchema(): Promise<Uint8Array> {
  const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "schema" });
  const { getProviderSchema } = rblmonitorHandlers(silent, {});
  if (getProviderSchema === undefined) throw new Error("The provider has no schema");
  const response = await getProviderSchema({}, { signal: new AbortController().signal });
  return GetProviderSchema_Response.encode(response).finish();
}
