/** The versions of the service's interface, the newest first. Version 3.0 is reachable during a transition (docs/design/api-3.0.md#migration). */
export const apiVersions = ["4.0", "3.0"] as const;

/** A version of the service's interface. */
export type ApiVersion = (typeof apiVersions)[number];

/** The version that is spoken unless another is asked for. */
export const defaultApiVersion: ApiVersion = "4.0";

/** The version in whose segment a base URL ends, as in `https://api.example.com/4.0`; undefined for other endings. */
export function apiVersionOf(baseUrl: string): ApiVersion | undefined {
  const segment = baseUrl.split("/").findLast((part) => part !== "");
  return apiVersions.find((version) => version === segment);
}
