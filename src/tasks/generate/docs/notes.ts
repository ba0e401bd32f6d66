import { basename } from "node:path";
import type { DocsEntry } from "./entry";

/** The overview has no relative links: the registry serves it at another depth than the repository. */
const registryGuides = "https://registry.terraform.io/providers/rblmonitor/rblmonitor/latest/docs/guides";

/** The notes of pages, by their paths, in the order in which a page has them. */
const notesOfPages: readonly (readonly [pages: RegExp, ...notes: string[]])[] = [
  [
    /^actions/,
    "-> **Note:** Actions require Terraform 1.14 or later. OpenTofu does not support them. The guide [Running actions](../guides/actions.md) shows how to trigger and invoke them.",
  ],
  [
    /^ephemeral-resources/,
    "-> **Note:** Ephemeral resources require Terraform 1.10 or later, or OpenTofu 1.11 or later.",
  ],
  [
    /^functions/,
    "-> **Note:** Provider-defined functions require Terraform 1.8 or later, or OpenTofu 1.8 or later.",
  ],
  [
    /^list-resources/,
    "-> **Note:** List resources require Terraform 1.14 or later. OpenTofu does not support them.",
    "`terraform query` prints the identity of each object. `terraform query -generate-config-out=generated.tf` also writes a resource block and an `import` block for each.",
    "Terraform lists at most 100 objects unless the list block sets `limit`. Reading stops at the limit, so a low limit saves requests.",
    "The arguments below belong in the `config` block. See [`{name}`](../resources/{page}) for the resource.",
  ],
  [
    /^index/,
    "!> **Credentials:** Do not write `auth_token` into a configuration that others can read. Set the environment variable `RBLMONITOR_AUTH_TOKEN`, or use a sensitive variable.",
  ],
  [
    /^(resources|data-sources)\/certificate_/,
    "-> **API version 4.0:** Version 3.0 has no certificate monitoring.",
  ],
  [
    /^resources\/certificate_monitor/,
    "~> **Replacement:** Changing `hostname` or `protocol` forces replacement. The new monitor has a new SID and none of the history of the old one.",
  ],
  [
    /^resources\/contact\.md/,
    "~> **Pending contacts:** A new contact may be pending: the service sends it a code, and no notifications until it is confirmed. Set `confirmation_code_wo` to that code and apply again.",
    "~> **Replacement:** Changing `type`, `args`, or `args_wo_version` forces replacement. The new contact has a new SID and may need to be confirmed again.",
    "!> **Secrets in state:** `contact` and `args` are stored in plans and state as plain text. If a destination is a credential, such as a Slack webhook URL, set it from a sensitive variable and restrict access to the state. `args_wo` and `confirmation_code_wo` are never stored.",
  ],
  [
    /^resources\/host/,
    "~> **Lost history:** Changing `host` forces replacement. The new host has a new SID and none of the listing history of the old one.",
    "~> **Subnets:** If the service creates a host for each address, the resource keeps all of them equal. A host that differs from the others is named in a warning, and the next apply repairs it. `ignore_changes` cannot prevent that: it ignores changes that all hosts of the subnet share. To treat one address differently, for example to pause it for longer, declare the addresses as hosts of their own.",
  ],
  [
    /^resources\/(monitoring_profile|source)/,
    "-> **Paid plan:** Monitoring profiles and sources require a paid plan. On other plans, the API rejects them with HTTP status 403.",
  ],
];

/** The notes below the description of a page. */
export function notes({ name, page }: DocsEntry): readonly string[] {
  const matching = notesOfPages.flatMap(([pages, ...texts]) => (pages.test(page) ? texts : []));
  return matching.map((text) => text.replace("{name}", name).replace("{page}", basename(page)));
}

/** The sections of a page between its examples and its schema. */
export const introduction: Partial<Record<DocsEntry["sort"], string>> = {
  provider: `## Authentication

The provider authenticates with the SID and the auth token of your account. Set three environment variables:

\`\`\`shell
export RBLMONITOR_BASE_URL=…      # root URL of the API, which ends in /4.0
export RBLMONITOR_ACCOUNT_SID=…   # two capital letters and 32 hexadecimal digits
export RBLMONITOR_AUTH_TOKEN=…    # 64 hexadecimal digits
\`\`\`

Or set \`base_url\`, \`account_sid\`, and \`auth_token\` in the \`provider\` block. The block takes precedence. To manage several accounts, use one \`provider\` block with an \`alias\` for each.

To try the provider without an account, run \`rblmonitor emulator\`. It emulates the service on your machine and prints these variables.

## Requirements

Terraform 1.5 or later, or OpenTofu 1.8 or later. Some features require later versions: see [Compatibility](${registryGuides}/compatibility). Monitoring profiles and sources require a paid plan.

[Getting started](${registryGuides}/getting-started) leads to the first monitored host, and [Importing an account](${registryGuides}/importing-an-account) covers existing objects.

## Timeouts

Resources have no \`timeouts\` block. These arguments limit the duration of each request:

- \`request_timeout\` limits one request to 30 seconds by default. The provider repeats a failed request where that is safe.
- \`max_wait\` limits the total wait for rate limits to 300 seconds per request by default.

Manual checks have an argument \`timeout\`, which limits the wait for the result. See [Rate limits](${registryGuides}/rate-limits) for the number of requests that plans and applies need.`,
};

/** The section about timeouts of a resource. */
export const timeouts = `## Timeouts

This resource has no \`timeouts\` block. The provider arguments \`request_timeout\` and \`max_wait\` limit each request: see [Timeouts](../index.md#timeouts).`;
