import { baseUrlProblem } from "../client/base-url";
import type { ClientOptions } from "../client/options";
import { type ApiVersion, apiVersionOf, apiVersions, defaultApiVersion } from "../service/api-version";
import { canonicalSid } from "../service/sids";
import {
  bool,
  type Diagnostics,
  integer,
  isFullyKnown,
  oneOf,
  type PartialConfig,
  type Shape,
  string,
  type Unknown,
  type Value,
} from "../terraform";
import type { AccountRules } from "./account";
import { version } from "./version";

/** The provider's own configuration . Every setting but the account has a default. */
export const providerAttributes = {
  api_version: oneOf(apiVersions).optional(
    "Version of the service's API that is spoken: `4.0`, or `3.0` as long as the service keeps it. Each has an address of its own, `base_url` and `legacy_base_url`; with both set, this line alone decides, and a change of it plans nothing. What version 3.0 lacks (tags, certificate monitoring, sources of type `rbl_v6`, `custom_codes`, the `args` of contacts, several groups for a new host) is refused when it is planned, and kept in state where it is there already. May be set in the environment, `RBLMONITOR_API_VERSION`. Default: `4.0`.",
  ),
  base_url: address().optional(
    "Root of the service's version 4.0 API: an absolute URL that ends in the version segment, `/4.0`. Needed for version 4.0, here or in the environment, `RBLMONITOR_BASE_URL`.",
  ),
  legacy_base_url: address().optional(
    "Root of the service's version 3.0 API: an absolute URL that ends in the version segment, `/3.0`, on another domain than that of version 4.0. Needed for version 3.0, here or in the environment, `RBLMONITOR_LEGACY_BASE_URL`; unused otherwise.",
  ),
  account_sid: string()
    .check((text, report) => {
      if (!/^[A-Z]{2}[0-9a-f]{32}$/.test(canonicalSid(text))) {
        report.warning("does not look like an account SID, two capitals and 32 hexadecimal digits");
      }
    })
    .optional(
      "SID of the account: two capitals and 32 hexadecimal digits. Needed here or in the environment, `RBLMONITOR_ACCOUNT_SID`.",
    ),
  auth_token: string()
    .check((text, report) => {
      if (!/^[0-9a-f]{64}$/.test(text)) {
        report.warning("does not look like an auth token, 64 hexadecimal digits");
      }
    })
    .optional(
      "Auth token of the account: 64 hexadecimal digits. Needed here or, better, in the environment, `RBLMONITOR_AUTH_TOKEN`.",
    )
    .sensitive(),
  page_size: integer({ min: 1 }).optional(
    "Objects asked for per page of a list, at least 1; the service may give fewer. Default: 100.",
  ),
  max_wait: integer({ min: 0 }).optional(
    "Seconds that a request may wait for rate limits in all; one that would have to wait longer fails at once. 0 to wait for none. Default: 300.",
  ),
  request_timeout: integer({ min: 1 }).optional(
    "Seconds that one request may take before it is given up. Default: 30.",
  ),
  max_requests_per_hour: integer({ min: 1 }).optional(
    "Requests an hour that one run of the provider may send, of the account's 1,000, so that others have the rest. Unset: whatever the service says is left.",
  ),
  contact_args_encoding: oneOf(["brackets", "json"]).optional(
    "How the `args` of a contact are sent: `brackets` (`args[key]=value`) or `json` (one JSON text). Default: `brackets`.",
  ),
  allow_insecure_http: bool().optional(
    "Whether credentials may be sent over plain HTTP to another machine; to this machine they always may. Default: `false`.",
  ),
  allow_account_change: bool().optional(
    "Accepts a state whose objects were last seen in another account. Objects that this account lacks are planned as new, and the other account keeps them. Default: `false`.",
  ),
  allow_duplicates: bool().optional(
    "Creates objects although identical ones exist, or although the provider cannot list what exists. Takes precedence over `adopt_identical`. May be set in the environment, `RBLMONITOR_ALLOW_DUPLICATES=true`. Defaults to `false`.",
  ),
  adopt_identical: bool().optional(
    "Adopts an existing object instead of reporting it, if it is exactly as declared and no resource of this configuration manages it. Each object is adopted at most once. Only for accounts that a single configuration manages: the provider does not see what other states hold, nor what `-target` leaves out. May be set in the environment, `RBLMONITOR_ADOPT_IDENTICAL=true`. Defaults to `false`.",
  ),
};

/** The provider's configuration as the user wrote it. */
export type ProviderConfig = PartialConfig<typeof providerAttributes>;

function address(): Shape<string> {
  return string().check((text, report) => URL.canParse(text) || report.error("must be an absolute URL"));
}

/** The environment variables that stand in for unset attributes. */
const variables = {
  api_version: "RBLMONITOR_API_VERSION",
  base_url: "RBLMONITOR_BASE_URL",
  legacy_base_url: "RBLMONITOR_LEGACY_BASE_URL",
  account_sid: "RBLMONITOR_ACCOUNT_SID",
  auth_token: "RBLMONITOR_AUTH_TOKEN",
} as const;

/**
 * What the client is made with; undefined while a value is unknown. What is missing, in the configuration and in the
 * environment, is told at the attribute.
 */
export function clientOptions(
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  terraformVersion: string,
  diagnostics: Diagnostics,
): ClientOptions | undefined {
  if (!Object.values(config).every((value) => isFullyKnown(value as Value))) return undefined;
  const apiVersion = usedApiVersion(config, env, diagnostics);
  const account = {
    apiVersion,
    baseUrl: addressOf(apiVersion, config, env, diagnostics),
    accountSid: requiredValue("account_sid", config, env, diagnostics),
    authToken: requiredValue("auth_token", config, env, diagnostics),
  };
  return {
    ...account,
    userAgent: `terraform-provider-rblmonitor/${version} terraform/${terraformVersion}`,
    ...given("pageSize", config.page_size),
    ...given("maxWait", config.max_wait),
    ...given("requestTimeout", config.request_timeout),
    ...given("maxRequestsPerHour", config.max_requests_per_hour),
    ...given("contactArgsEncoding", config.contact_args_encoding),
    ...given("allowInsecureHttp", config.allow_insecure_http),
  };
}

/** What the configuration allows beyond what is safe in every case. */
export function accountRules(config: ProviderConfig, env: NodeJS.ProcessEnv): AccountRules {
  const isSet = (value: unknown, variable: string) => (value ?? env[variable] === "true") === true;
  return {
    allowAccountChange: config.allow_account_change === true,
    allowDuplicates: isSet(config.allow_duplicates, "RBLMONITOR_ALLOW_DUPLICATES"),
    adoptIdentical: isSet(config.adopt_identical, "RBLMONITOR_ADOPT_IDENTICAL"),
  };
}

/** The version to speak. A word in the environment that is none is told at the attribute. */
function usedApiVersion(
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  diagnostics: Diagnostics,
): ApiVersion {
  const word = found("api_version", config, env) || defaultApiVersion;
  const version = apiVersions.find((one) => one === word);
  if (version === undefined) {
    diagnostics.error(
      "No such version of the API",
      `The environment variable ${variables.api_version} must be one of ${apiVersions.join(", ")}; it is ${JSON.stringify(word)}.`,
      [{ attribute: "api_version" }],
    );
  }
  return version ?? defaultApiVersion;
}

/** The address of that version. One that cannot be it, such as that of another version, is told at the attribute. */
function addressOf(
  version: ApiVersion,
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  diagnostics: Diagnostics,
): string {
  const name = addresses[version];
  const address = requiredValue(name, config, env, diagnostics, `Version ${version} of the API is spoken.`);
  const named = apiVersionOf(address);
  if (named !== undefined && named !== version) {
    diagnostics.error(
      "The address of another version",
      `${name} is the root of version ${version} of the API, and this address ends in /${named}. Give it as ${addresses[named]}, and choose the version with api_version.`,
      [{ attribute: name }],
    );
  }
  const problem = address === "" ? undefined : baseUrlProblem(address, config.allow_insecure_http === true);
  if (problem !== undefined) {
    diagnostics.error(
      `Invalid ${name}`,
      `${name}, or the environment variable ${variables[name]} where that is unset, ${problem}.`,
      [{ attribute: name }],
    );
  }
  return address;
}

const addresses = { "4.0": "base_url", "3.0": "legacy_base_url" } as const satisfies Record<
  ApiVersion,
  keyof typeof variables
>;

/** @param why sentences to say first when it is missing */
function requiredValue(
  name: keyof typeof variables,
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  diagnostics: Diagnostics,
  ...why: readonly string[]
): string {
  const value = found(name, config, env);
  if (value === "") {
    const how = `Set ${name} in the provider's configuration, or the environment variable ${variables[name]}.`;
    diagnostics.error(`Missing ${name}`, [...why, how].join(" "), [{ attribute: name }]);
  }
  return value;
}

/** What the configuration says, or else the environment; the empty text if neither does. */
function found(name: keyof typeof variables, config: ProviderConfig, env: NodeJS.ProcessEnv): string {
  return (config[name] as string | null) ?? env[variables[name]] ?? "";
}

/** A setting that the user gave, under the client's name for it. */
function given<N extends keyof ClientOptions, T>(
  name: N,
  value: T,
): Partial<Record<N, Exclude<T, null | Unknown>>> {
  return value === null ? {} : ({ [name]: value } as Partial<Record<N, Exclude<T, null | Unknown>>>);
}
