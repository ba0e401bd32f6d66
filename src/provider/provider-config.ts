import type { ClientOptions } from "../client/options";
import type { Diagnostics } from "../terraform/diagnostics";
import type { PartialConfig } from "../terraform/schema/infer";
import { bool, integer, oneOf, string } from "../terraform/schema/shapes";
import { isWhollyKnown } from "../terraform/values/known";
import type { Unknown, Value } from "../terraform/values/value";
import { version } from "./version";

/** The provider's own configuration (DESIGN: every setting has a default but the account). */
export const providerAttributes = {
  base_url: string()
    .check((text, report) => {
      if (!URL.canParse(text)) report.error("must be an absolute URL");
    })
    .optional(
      "Root of the service's version 4.0 API: an absolute URL that ends in the version segment, `/4.0`. Needed here or in the environment, `RBLMONITOR_BASE_URL`.",
    ),
  account_sid: string()
    .check((text, report) => {
      if (!/^[A-Z]{2}[0-9a-f]{32}$/.test(text)) {
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
};

/** The provider's configuration as the user wrote it. */
export type ProviderConfig = PartialConfig<typeof providerAttributes>;

/** The environment variables that stand in for unset attributes. */
const variables = {
  base_url: "RBLMONITOR_BASE_URL",
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
  if (!Object.values(config).every((value) => isWhollyKnown(value as Value))) return undefined;
  const account = {
    baseUrl: fromConfigOrEnvironment("base_url", config, env, diagnostics),
    accountSid: fromConfigOrEnvironment("account_sid", config, env, diagnostics),
    authToken: fromConfigOrEnvironment("auth_token", config, env, diagnostics),
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

function fromConfigOrEnvironment(
  name: keyof typeof variables,
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  diagnostics: Diagnostics,
): string {
  const value = (config[name] as string | null) ?? env[variables[name]] ?? "";
  if (value === "") {
    diagnostics.error(
      `Missing ${name}`,
      `Set ${name} in the provider's configuration, or the environment variable ${variables[name]}.`,
      [{ attribute: name }],
    );
  }
  return value;
}

/** A setting that the user gave, under the client's name for it. */
function given<N extends keyof ClientOptions, T>(
  name: N,
  value: T,
): Partial<Record<N, Exclude<T, null | Unknown>>> {
  return value === null ? {} : ({ [name]: value } as Partial<Record<N, Exclude<T, null | Unknown>>>);
}
