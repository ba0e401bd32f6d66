import { noFacts } from "../../../../src/cli/commands/review/facts";
import { rendered } from "../../../../src/cli/commands/review/run";
import { type Emulator, startEmulator } from "../../../../src/emulator/emulator";
import { sid } from "../../../coverage/accounts";
import { commandRun } from "../drift/command";
import { reviewOf } from "./reviewed";

const id = sid("HT", "1");
const mx = {
  address: "rblmonitor_host.mx",
  mode: "managed",
  type: "rblmonitor_host",
  name: "mx",
  values: { id, host: "192.0.2.1", name: "mx", paused: false },
};
const trigger = {
  triggering_resource_address: "rblmonitor_host.mx",
  action_trigger_event: "AfterUpdate",
  action_trigger_block_index: 0,
  actions_list_index: 0,
};

/** A plan of Terraform 1.14 that changes nothing, and invokes an action. */
function invoking(name: string, more: object = {}) {
  const resources = [mx];
  return {
    format_version: "1.2",
    terraform_version: "1.14.0",
    prior_state: { values: { root_module: { resources } } },
    planned_values: { root_module: { resources } },
    resource_changes: [],
    action_invocations: [
      {
        address: `action.rblmonitor_${name}.x`,
        type: `rblmonitor_${name}`,
        name: "x",
        invoke_action_trigger: {},
        ...more,
      },
    ],
  };
}

const invoked = async (plan: unknown) =>
  (await reviewOf(plan)).warnings.filter(({ kind }) => kind === "action_invoked");

const actions: readonly (readonly [name: string, config: object, object: string])[] = [
  ["pause", { objects: [id] }, "rblmonitor_host.mx"],
  ["resume", { objects: [id] }, "rblmonitor_host.mx"],
  ["check", { host: "192.0.2.1" }, "192.0.2.1"],
  ["confirm_contact", { contact: sid("CO", "1") }, sid("CO", "1")],
  ["resend_confirmation", { contact: sid("CO", "1") }, sid("CO", "1")],
];

it.each(actions)("a plan that invokes %s is a warning with its object", async (name, config, object) => {
  expect(await invoked(invoking(name, { config_values: config }))).toEqual([
    {
      kind: "action_invoked",
      text: `The apply invokes rblmonitor_${name} with -invoke: ${object}.`,
      addresses: [`action.rblmonitor_${name}.x`],
    },
  ]);
});

describe("with --detailed-exitcode, a plan that only invokes an action exits with 2", () => {
  let service: Emulator;
  beforeAll(async () => {
    service = await startEmulator({ limits: "off" });
  });
  afterAll(() => service.close());
  const triggers = { "-invoke": {}, "a trigger": { lifecycle_action_trigger: trigger } };

  it.each(
    actions.flatMap(([name, config]) => Object.keys(triggers).map((how) => [name, how, config] as const)),
  )("%s, by %s", async (name, how, config) => {
    const plan = invoking(name, { config_values: config, ...triggers[how as keyof typeof triggers] });
    const exitCode = async (input: object, ...args: string[]) => {
      const command = ["review", "-", "--format", "markdown", ...args];
      const { code, stdout } = await commandRun(service, command, { input: JSON.stringify(input) });
      return [code, /No changes|no requests/i.test(stdout)];
    };
    for (const where of [[], ["--offline"]]) {
      expect(await exitCode(plan, "--detailed-exitcode", ...where)).toEqual([2, false]);
      expect(await exitCode(plan, ...where)).toEqual([0, false]);
    }
    expect(await exitCode({ ...plan, action_invocations: [] }, "--detailed-exitcode")).toEqual([0, true]);
  });
});

it.each([
  ["BeforeCreate", "before create"],
  ["AfterCreate", "after create"],
  ["BeforeUpdate", "before update"],
  ["AfterUpdate", "after update"],
  ["BeforeDestroy", "before destroy"],
  ["AfterDestroy", "after destroy"],
])("an action that a change triggers is listed with the event %s", async (event, words) => {
  const plan = invoking("pause", {
    config_values: { objects: [id] },
    invoke_action_trigger: undefined,
    lifecycle_action_trigger: { ...trigger, action_trigger_event: event },
  });
  expect((await invoked(plan))[0]?.text).toBe(
    `The apply invokes rblmonitor_pause ${words} of rblmonitor_host.mx: rblmonitor_host.mx.`,
  );
});

it("objects that are known only after the apply are said to be", async () => {
  const plan = invoking("pause", { config_values: {}, config_unknown: { objects: true } });
  expect((await invoked(plan))[0]?.text).toContain("objects that are known only after the apply");
});

it("an action that Terraform defers is one of a later apply", async () => {
  const {
    action_invocations: [invocation],
    ...plan
  } = invoking("pause", { config_values: { objects: [id] } });
  const deferred = { reason: "deferred_prereq", action_invocation: invocation };
  expect((await invoked({ ...plan, deferred_action_invocations: [deferred] }))[0]?.text).toMatch(
    /^A later apply invokes rblmonitor_pause/,
  );
});

it("a listed host that an action pauses is a warning", async () => {
  const plan = invoking("pause", { config_values: { objects: [id] } });
  const { warnings, cost } = await reviewOf(plan, { ...noFacts([]), alarms: new Set([id]) });
  expect(warnings).toContainEqual({
    kind: "listed_host",
    text: "It is on a blocklist now, and will be paused: no one is notified when it is delisted.",
    addresses: ["rblmonitor_host.mx"],
  });
  expect(cost.requests.least).toBeGreaterThan(0);
});

it("an action that the changes of several objects trigger is one warning, which names them in order", async () => {
  const plan = invoking("pause", { config_values: { objects: [id] } });
  const [invocation] = plan.action_invocations;
  const triggeredBy = (key: number) => ({
    ...invocation,
    lifecycle_action_trigger: { ...trigger, triggering_resource_address: `rblmonitor_host.all[${key}]` },
  });
  const triggered = [11, 2, 1].map(triggeredBy);
  expect(await invoked({ ...plan, action_invocations: triggered })).toEqual([
    {
      kind: "action_invoked",
      text: "The apply invokes rblmonitor_pause after update of rblmonitor_host.all[1], rblmonitor_host.all[2], rblmonitor_host.all[11]: rblmonitor_host.mx.",
      addresses: ["action.rblmonitor_pause.x"],
    },
  ]);
});

it("a plan that only invokes an action is not one without changes", async () => {
  const review = await reviewOf(invoking("pause", { config_values: { objects: [id] } }));
  const comment = rendered(review, "markdown");
  expect(comment).toContain("### Monitoring: ");
  expect(comment).not.toMatch(/no changes|sends no request/i);
});

it("an action on an object that the plan destroys leaves nothing of it in the coverage", async () => {
  const plan = invoking("pause", { config_values: { objects: [id] }, lifecycle_action_trigger: trigger });
  const { values, ...host } = mx;
  const change = { ...host, change: { actions: ["delete"], before: values, after: null } };
  const { coverage, warnings } = await reviewOf({ ...plan, resource_changes: [change] });
  expect(coverage.after.host).toEqual({
    watched: { yes: 0, no: 0, unknown: 0 },
    reaches: { yes: 0, no: 0, unknown: 0 },
  });
  expect(warnings.map(({ kind }) => kind)).toEqual(["action_invoked"]);
});
