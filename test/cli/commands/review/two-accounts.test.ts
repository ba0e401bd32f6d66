import type { Review } from "../../../../src/cli/commands/review/review";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { commandRun } from "../drift/command";

let staging: Emulator;
let production: Emulator;

beforeEach(async () => {
  staging = await startEmulator({ limits: { hour: 40 } });
  production = await startEmulator({ limits: { hour: 40 } });
});
afterEach(() => Promise.all([staging, production].map((each) => each.close())));

const source = "registry.terraform.io/rblmonitor/rblmonitor";
const providerConfig = {
  rblmonitor: { full_name: source },
  "rblmonitor.eu": { full_name: source, alias: "eu", expressions: { account_sid: {} } },
};

interface Planned {
  readonly service: Emulator;
  /** The key of the provider configuration; undefined if the configuration does not have the host any more. */
  readonly provider?: string;
  readonly isListed?: boolean;
}

/** A plan that destroys hosts, and the changes of further objects. */
function planOf(hosts: Readonly<Record<string, Planned>>, creates: Readonly<Record<string, string>> = {}) {
  const resources = Object.entries(hosts).map(([name, { service, isListed = false }]) => {
    const { id } = service.account.add("host", { host: `${name}.example.com`, name });
    service.account.change(id, { listed: isListed });
    const values = { id, host: `${name}.example.com`, name };
    return { address: `rblmonitor_host.${name}`, mode: "managed", type: "rblmonitor_host", name, values };
  });
  const groups = Object.keys(creates).map((name) => ({
    address: `rblmonitor_contact_group.${name}`,
    mode: "managed",
    type: "rblmonitor_contact_group",
    change: { actions: ["create"], before: null, after: { name }, after_unknown: { id: true } },
  }));
  const configured = (type: string, name: string, key: string) => ({
    mode: "managed",
    type,
    name,
    provider_config_key: key,
  });
  return JSON.stringify({
    format_version: "1.2",
    prior_state: { values: { root_module: { resources } } },
    resource_changes: [
      ...resources.map(({ values, ...rest }) => ({
        ...rest,
        change: { actions: ["delete"], before: values, after: null },
      })),
      ...groups,
    ],
    configuration: {
      provider_config: providerConfig,
      root_module: {
        resources: [
          ...Object.entries(hosts).flatMap(([name, { provider }]) =>
            provider === undefined ? [] : [configured("rblmonitor_host", name, provider)],
          ),
          ...Object.entries(creates).map(([name, key]) => configured("rblmonitor_contact_group", name, key)),
        ],
      },
    },
  });
}

const plan = (more: Readonly<Record<string, Planned>> = {}) =>
  planOf(
    {
      old: { service: staging, provider: "rblmonitor", isListed: true },
      mx: { service: production, provider: "rblmonitor.eu", isListed: true },
      fine: { service: production, provider: "rblmonitor.eu" },
      ...more,
    },
    { ops: "rblmonitor.eu" },
  );

const run = (service: Emulator, input: string, ...args: string[]) =>
  commandRun(service, ["review", "-", ...args], { input });

async function review(service: Emulator, input: string, ...args: string[]): Promise<Review> {
  const { code, stdout, stderr } = await run(service, input, "--json", ...args);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const listed = ({ warnings }: Review) =>
  warnings.filter(({ kind }) => kind === "listed_host").flatMap(({ addresses }) => addresses);

describe("rblmonitor review of a plan over two accounts", () => {
  it("refuses to take them for one, and sends no request", async () => {
    const { code, stderr } = await run(staging, plan());
    expect(code).toBe(1);
    expect(stderr).toContain(
      "standard input holds objects of several configurations of the provider: default, eu.",
    );
    expect(staging.requestCount).toBe(0);
  });

  it("checks the objects of the named configuration, and names those that it could not check", async () => {
    const input = plan();
    const ofStaging = await review(staging, input, "--provider", "default");
    expect(listed(ofStaging)).toEqual(["rblmonitor_host.old"]);
    expect(ofStaging.notes).toEqual([
      "The cost leaves out 3 changes in other accounts: eu.",
      expect.stringMatching(/^Not checked, .*: rblmonitor_host\.mx, rblmonitor_host\.fine\. /),
    ]);
    const ofProduction = await review(production, input, "--provider", "eu");
    expect(listed(ofProduction)).toEqual(["rblmonitor_host.mx"]);
    expect(ofProduction.notes.slice(1)).toEqual([expect.stringMatching(/: rblmonitor_host\.old\. /)]);
  });

  it("has the cost in the account of the named configuration, and says what it leaves out", async () => {
    const input = plan();
    const { cost } = await review(staging, input, "--provider", "default");
    expect(cost).toMatchObject({ writes: { least: 1, most: 1 }, left: 39 });
    expect((await review(production, input, "--provider", "eu")).cost.writes).toEqual({ least: 3, most: 3 });
    for (const format of ["table", "markdown"])
      expect((await run(staging, input, "--provider", "default", "--format", format)).stdout).toMatch(
        /The cost leaves out 3 changes in other accounts(?:&#58;|:) eu\./,
      );
  });

  it("warns of an hour that has too few requests for one of them, and does not add up both", async () => {
    const many = Object.fromEntries(Array.from({ length: 39 }, (_, n) => [`g${n}`, "rblmonitor.eu"]));
    const input = planOf({ old: { service: staging, provider: "rblmonitor" } }, many);
    const kindsOf = async (...args: string[]) =>
      (await review(staging, input, ...args)).warnings.map(({ kind }) => kind);
    expect(await kindsOf("--provider", "default")).not.toContain("hourly_limit");
    expect(await kindsOf("--provider", "eu")).toContain("hourly_limit");
  });

  it("looks up an object that the configuration has no more, and does not claim that it is not listed", async () => {
    const input = plan({ gone: { service: staging, isListed: true }, away: { service: production } });
    const result = await review(staging, input, "--provider", "default");
    expect(listed(result)).toEqual(["rblmonitor_host.gone", "rblmonitor_host.old"]);
    expect(result.notes.slice(1)).toEqual([
      expect.stringMatching(/: rblmonitor_host\.mx, rblmonitor_host\.fine, rblmonitor_host\.away\. /),
    ]);
  });

  it("does not name an object of the other account as the one that loses the flag of the default", async () => {
    const plan = JSON.parse(planOf({}, { next: "rblmonitor", old: "rblmonitor.eu" }));
    const [next, old] = plan.resource_changes;
    next.change.after.is_default = true;
    const values = { id: `CG${"1".repeat(32)}`, name: "old", is_default: true };
    plan.prior_state.values.root_module.resources = [{ ...old, change: undefined, values }];
    plan.resource_changes = [next];
    const { warnings } = await review(staging, JSON.stringify(plan), "--offline", "--provider", "default");
    expect(warnings.find(({ kind }) => kind === "default_changed")?.text).toContain(
      "The current default loses the flag.",
    );
  });

  it("counts the changes of each configuration by itself", async () => {
    for (const [format, end] of [
      ["table", /\neu: 1 added, 2 destroyed; default: 1 destroyed\. /],
      ["markdown", /\n### Monitoring: eu&#58; 1 added, 2 destroyed; default&#58; 1 destroyed\n/],
    ] as const)
      expect((await run(staging, plan(), "--provider", "default", "--format", format)).stdout).toMatch(end);
  });

  it("takes all for one account with --provider '*'", async () => {
    const { cost, notes } = await review(staging, plan(), "--provider", "*");
    expect([cost.writes.most, notes]).toEqual([4, []]);
  });
});

describe("rblmonitor review with the credentials of another account than the plan's", () => {
  const withAccount = (sid: unknown, variables: object = {}) => {
    const json = JSON.parse(plan());
    json.configuration.provider_config["rblmonitor.eu"].expressions.account_sid = sid;
    return JSON.stringify({ ...json, variables });
  };

  it("refuses, and sends no request", async () => {
    const { accountSid } = production;
    for (const input of [
      withAccount({ constant_value: accountSid }),
      withAccount({ references: ["var.account"] }, { account: { value: accountSid.toLowerCase() } }),
    ]) {
      const before = staging.requestCount;
      const { code, stdout, stderr } = await run(staging, input, "--provider", "eu");
      expect([code, stdout, staging.requestCount]).toEqual([1, "", before]);
      expect(stderr).toContain(
        `The provider configuration eu in standard input works on the account ${accountSid}, and these credentials are those of ${staging.accountSid}.`,
      );
      expect((await run(staging, input, "--provider", "*")).code).toBe(1);
      await review(production, input, "--provider", "eu");
      await review(staging, input, "--provider", "default");
      await review(staging, input, "--provider", "eu", "--offline");
    }
  });

  it("reviews it where the plan does not show the account", async () => {
    for (const input of [
      withAccount({ references: ["local.account"] }),
      withAccount({ references: ["var.account"] }),
      withAccount(
        { references: ["var.account", "var.other"] },
        { account: { value: production.accountSid } },
      ),
    ])
      await review(staging, input, "--provider", "eu");
  });
});
