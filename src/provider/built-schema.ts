import type { Schemas } from "../terraform";

/** JSON: the encoded schemas in Base64, by call. The build defines this name (src/tasks/build/index.ts). */
declare const PROVIDER_SCHEMAS: string | undefined;

/** The schema responses that the build encoded; undefined without a build. */
export function builtSchemas(): Schemas | undefined {
  if (typeof PROVIDER_SCHEMAS === "undefined") return undefined;
  const texts: Readonly<Record<string, string>> = JSON.parse(PROVIDER_SCHEMAS);
  const encoded = Object.entries(texts).map(([rpc, base64]) => [rpc, Buffer.from(base64, "base64")]);
  return Object.fromEntries(encoded) as Schemas;
}
