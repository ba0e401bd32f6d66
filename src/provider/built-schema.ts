import type { Schemas } from "../terraform";

/** The encoded schemas in Base64, by call. The build defines this name (src/tasks/build/plugin). */
declare const PROVIDER_SCHEMAS: Readonly<Record<keyof Schemas, string>> | undefined;

/** The answers to the calls for schemas as the build encoded them; undefined without a build. */
export function builtSchemas(): Schemas | undefined {
  if (typeof PROVIDER_SCHEMAS === "undefined") return undefined;
  const encoded = Object.entries(PROVIDER_SCHEMAS).map(([rpc, base64]) => [
    rpc,
    Buffer.from(base64, "base64"),
  ]);
  return Object.fromEntries(encoded) as Schemas;
}
