import { baseUrlProblem } from "../client/base-url";
import type { ClientOptions } from "../client/options";
import { type ApiVersion, apiVersionOf, apiVersions, defaultApiVersion } from "../service/api-version";
import { contactArgsEncodings } from "../service/form";
import { oneOf, url } from "../service/rules";
import { canonicalSid } from "../service/sids";
import {
  bool,
  type Diagnostics,
  integer,
  isFullyKnown,
  type PartialConfig,
  type Shape,
  string,
  type Value,
} from "../terraform";
import type { AccountRules } from "./account";
import { shapeOf } from "./shapes";
import { version } from "./version";

/** The provider's own configuration. Every setting but the account has a default. */
export const providerAttributes = {
  api_version: shapeOf(oneOf(apiVersions)).optional(
    [
      "Version of the API to use:\n- `4.0`: requires `base_url`\n- `3.0`: requires `legacy_base_url`; lacks tags, certificate monitoring, sources of type `rbl_v6`, `custom_codes`, the `args` of contacts, and several groups for a new host",
      "Planning fails for features that version 3.0 lacks. Existing values stay in state. Switching the version plans no changes. Environment variable: `RBLMONITOR_API_VERSION`. Defaults to `4.0`.",
    ].join("\n\n"),
  ),
  base_url: shapeOf(url).optional(
    "Root URL of API version 4.0: an absolute URL that ends in `/4.0`. Required for version 4.0, here or in the environment variable `RBLMONITOR_BASE_URL`.",
  ),
  legacy_base_url: shapeOf(url).optional(
    "Root URL of API version 3.0: an absolute URL that ends in `/3.0`, on a different domain from version 4.0. Required for version 3.0, here or in the environment variable `RBLMONITOR_LEGACY_BASE_URL`; unused otherwise.",
  ),
  account_sid: resembling(
    /^[A-Z]{2}[0-9a-f]{32}$/,
    "an account SID, which has two capital letters and 32 hexadecimal digits",
  ).optional(
    "SID of the account: two capital letters and 32 hexadecimal digits. Required, here or in the environment variable `RBLMONITOR_ACCOUNT_SID`.",
  ),
  auth_token: resembling(/^[0-9a-f]{64}$/, "an auth token, which has 64 hexadecimal digits")
    .optional(
      "Auth token of the account: 64 hexadecimal digits. Required; prefer the environment variable `RBLMONITOR_AUTH_TOKEN`.",
    )
    .sensitive(),
  page_size: integer({ min: 1 }).optional(
    "Objects to request per page of a list, at least 1. The service may return fewer. Defaults to `100`.",
  ),
  max_wait: integer({ min: 0 }).optional(
    "Total seconds that a request may wait for rate limits. A request that would need to wait longer fails immediately. Set to `0` to never wait. Defaults to `300`.",
  ),
  request_timeout: integer({ min: 1 }).optional("Seconds until a request times out. Defaults to `30`."),
  max_requests_per_hour: integer({ min: 1 }).optional(
    "Requests that one run of the provider may send per hour, out of the account's 1,000. If omitted, a run may use all that the service reports as remaining.",
  ),
  contact_args_encoding: shapeOf(oneOf(contactArgsEncodings)).optional(
    "Encoding of the `args` of a contact:\n- `brackets`: `args[key]=value`\n- `json`: one JSON text\n\nDefaults to `brackets`.",
  ),
  allow_insecure_http: bool().optional(
    "Allows sending credentials over plain HTTP to another machine. Sending them to this machine is always allowed. Defaults to `false`.",
  ),
  allow_account_change: bool().optional(
    "Accepts a state whose objects were last seen in another account. Objects that this account lacks are planned as new, and the other account keeps them. Defaults to `false`.",
  ),
  allow_duplicates: bool().optional(
    "Creates objects even if identical ones exist, or if the provider cannot list the existing ones. Takes precedence over `adopt_identical`. Environment variable: `RBLMONITOR_ALLOW_DUPLICATES=true`. Defaults to `false`.",
  ),
  adopt_identical: bool().optional(
    "Adopts an existing object instead of reporting it, if it matches the configuration exactly and no resource of this configuration manages it. Each object is adopted at most once. Use this only for accounts that a single configuration manages: the provider cannot see other states, or resources that `-target` excludes. If two resources share an object, do not destroy one of them with `-target`, which deletes the object: run `terraform state rm`. Environment variable: `RBLMONITOR_ADOPT_IDENTICAL=true`. Defaults to `false`.",
  ),
};

/** The provider's configuration as the user wrote it. */
export type ProviderConfig = PartialConfig<typeof providerAttributes>;

/** A text with a warning if it does not have the usual form. */
function resembling(pattern: RegExp, form: string): Shape<string> {
  return string().check((text, report) => {
    if (!pattern.test(canonicalSid(text))) report.warning(`does not look like ${form}`);
  });
}

/** The environment variables that replace omitted attributes. */
const variables = {
  api_version: "RBLMONITOR_API_VERSION",
  base_url: "RBLMONITOR_BASE_URL",
  legacy_base_url: "RBLMONITOR_LEGACY_BASE_URL",
  account_sid: "RBLMONITOR_ACCOUNT_SID",
  auth_token: "RBLMONITOR_AUTH_TOKEN",
} as const;

/** The attributes with the settings of the client, by its names for them. */
const clientSettings = {
  pageSize: "page_size",
  maxWait: "max_wait",
  requestTimeout: "request_timeout",
  maxRequestsPerHour: "max_requests_per_hour",
  contactArgsEncoding: "contact_args_encoding",
  allowInsecureHttp: "allow_insecure_http",
} as const satisfies { readonly [N in keyof ClientOptions]?: keyof ProviderConfig };

/** Where settings come from, and where problems with them are reported. */
interface Sources {
  readonly config: ProviderConfig;
  readonly env: NodeJS.ProcessEnv;
  readonly diagnostics: Diagnostics;
}

/**
 * The options of the client; undefined while a value is unknown. Values that neither the configuration nor the environment
 * has are reported at the attribute.
 */
export function clientOptions(
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  terraformVersion: string,
  diagnostics: Diagnostics,
): ClientOptions | undefined {
  if (!Object.values(config).every((value) => isFullyKnown(value as Value))) return undefined;
  const sources = { config, env, diagnostics };
  const apiVersion = usedApiVersion(sources);
  return {
    apiVersion,
    baseUrl: addressOf(apiVersion, sources),
    accountSid: requiredValue("account_sid", sources),
    authToken: requiredValue("auth_token", sources),
    env,
    userAgent: `terraform-provider-rblmonitor/${version} terraform/${terraformVersion}`,
    ...Object.fromEntries(
      Object.entries(clientSettings).flatMap(([option, name]) =>
        config[name] === null ? [] : [[option, config[name]]],
      ),
    ),
  };
}

/** The safety checks that the configuration turns off. */
export function accountRules(config: ProviderConfig, env: NodeJS.ProcessEnv): AccountRules {
  const isSet = (value: unknown, variable: string) => (value ?? env[variable] === "true") === true;
  return {
    allowAccountChange: config.allow_account_change === true,
    allowDuplicates: isSet(config.allow_duplicates, "RBLMONITOR_ALLOW_DUPLICATES"),
    adoptIdentical: isSet(config.adopt_identical, "RBLMONITOR_ADOPT_IDENTICAL"),
  };
}

/** The version to use. An invalid value in the environment is reported at the attribute. */
function usedApiVersion(sources: Sources): ApiVersion {
  const word = found("api_version", sources) || defaultApiVersion;
  const version = apiVersions.find((each) => each === word);
  if (version === undefined) {
    sources.diagnostics.error(
      "Invalid api_version",
      `The environment variable ${variables.api_version} is ${JSON.stringify(word)}. Set it to one of: ${apiVersions.join(", ")}.`,
      [{ attribute: "api_version" }],
    );
  }
  return version ?? defaultApiVersion;
}

/** The root URL of that version. An invalid URL, such as that of another version, is reported at the attribute. */
function addressOf(version: ApiVersion, sources: Sources): string {
  const { config, diagnostics } = sources;
  const name = addresses[version];
  const address = requiredValue(name, sources, `The provider uses API version ${version}.`);
  const named = apiVersionOf(address);
  if (named !== undefined && named !== version) {
    diagnostics.error(
      `API version mismatch in ${name}`,
      `${name} must be the root URL of API version ${version}, but this URL ends in /${named}. Set ${addresses[named]} instead, and select the version with api_version.`,
      [{ attribute: name }],
    );
  }
  const problem = address === "" ? undefined : baseUrlProblem(address, config.allow_insecure_http === true);
  if (problem !== undefined) {
    diagnostics.error(
      `Invalid ${name}`,
      `${name}, or the environment variable ${variables[name]} if ${name} is omitted, ${problem}.`,
      [{ attribute: name }],
    );
  }
  return address;
}

const addresses = { "4.0": "base_url", "3.0": "legacy_base_url" } as const satisfies Record<
  ApiVersion,
  keyof typeof variables
>;

/** @param why sentences at the beginning of the error for a missing value */
function requiredValue(name: keyof typeof variables, sources: Sources, ...why: readonly string[]): string {
  const value = found(name, sources);
  if (value === "") {
    const how = `Set ${name} in the provider's configuration, or the environment variable ${variables[name]}.`;
    sources.diagnostics.error(`Missing ${name}`, [...why, how].join(" "), [{ attribute: name }]);
  }
  return value;
}

/** The value in the configuration, else in the environment; an empty string if both omit it. */
function found(name: keyof typeof variables, { config, env }: Sources): string {
  return (config[name] as string | null) ?? env[variables[name]] ?? "";
}
