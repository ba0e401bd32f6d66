/** The API versions, newest first. Version 3.0 is available during a transition (docs/design/api-3.0.md#migration). */
export const apiVersions = ["4.0", "3.0"] as const;

/** An API version. */
export type ApiVersion = (typeof apiVersions)[number];

/** The default API version. */
export const defaultApiVersion: ApiVersion = "4.0";

/** The version at the end of a base URL, such as `https://api.example.com/4.0`; undefined if there is none. */
export function apiVersionOf(baseUrl: string): ApiVersion | undefined {
  const segment = baseUrl.split("/").findLast((part) => part !== "");
  return apiVersions.find((version) => version === segment);
}
