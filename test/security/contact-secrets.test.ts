import { Secrets } from "../../src/client/secrets";
import { Account } from "../../src/provider/account";
import { rblmonitorProvider } from "../../src/provider/provider";
import { providerAttributes } from "../../src/provider/provider-config";
import { resources } from "../../src/provider/resources";
import type { Attributes } from "../../src/terraform/schema/attribute";
import { createLogger } from "../../src/terraform/serve/log";
import type { ObjectValue } from "../../src/terraform/values/object-value";
import { unknown } from "../../src/terraform/values/value";
import { manualClock } from "../client/support/clock";
import { type LocalService, type Received, startService } from "../client/support/local-service";
import { sid } from "../client/support/replies";
import { sent, session } from "../terraform/rpc/session";

const destination = "https://hooks.example.com/services/T0/B1/Ab&c\"d'e";
const earlier = "https://hooks.example.com/services/T0/B1/earlier<one>";
const [inState, inPlan, writeOnly, code, reported] = [
  "args/of&state",
  "args/of&plan",
  "write<only>",
  "c0de42xy",
  "sent/by the&service",
];
const secrets = [destination, earlier, inState, inPlan, writeOnly, code, reported];

const { attributes } = resources.rblmonitor_contact as { attributes: Attributes };
const id = sid("CO");
const settled = { id, type: "slack", contact_groups: [sid("CG")], schedule: "start_and_end", paused: false };
const prior: ObjectValue = { ...settled, contact: earlier, args: { key: inState } };
const plan: ObjectValue = {
  ...settled,
  contact: destination,
  args: { key: inState },
  paused: true,
  confirmation_code_wo_version: 2,
};
const config: ObjectValue = {
  ...plan,
  id: null,
  args: { key: inPlan },
  args_wo: { key: writeOnly },
  confirmation_code_wo: code,
};

/** An error message with every value, escaped as in PHP's JSON and as HTML. */
const message = secrets
  .map(
    (secret) =>
      `${secret} ${secret.replaceAll("&", "&amp;").replaceAll("/", "&#x2F;")} ${encodeURIComponent(secret)}`,
  )
  .join(", ");

const ok = { status_code: 200, status_message: "OK" };
const contact = {
  id,
  contact: destination,
  type: "slack",
  status: "active",
  contact_group: [sid("CG")],
  args: { key: reported },
};
const envelope = { ...ok, page: 1, page_size: 100, total_pages: 1, total: 1, data: [contact] };

let service: LocalService;
afterEach(() => service.close());

/** Answers the first requests, and refuses the others with all that it knows. */
async function provider(
  answered: number,
  status: number,
  requests: (one: Received) => unknown = () => envelope,
) {
  service = await startService((request, index) => {
    if (index < answered) return { body: requests(request) };
    const text = JSON.stringify({ status_code: status, status_message: message });
    return {
      status,
      body: text.replace(/[&<>']/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16).toUpperCase()}`),
    };
  });
  const keeper = new Secrets();
  const options = { baseUrl: service.url, accountSid: sid("AC"), authToken: "ab".repeat(32) };
  const context = new Account({ ...options, secrets: keeper, clock: manualClock() });
  const { call } = session({ ...rblmonitorProvider(silent, {}, keeper), configure: async () => context });
  await call("configureProvider", { terraformVersion: "1.14.0", config: sent(providerAttributes, {}) });
  return call;
}

/** Fails with diagnostics that quote something of a secret, however it is spelt. */
function expectNothingOf(diagnostics: readonly { readonly summary: string; readonly detail: string }[]) {
  const shown = diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n");
  expect(shown).not.toMatch(/hooks|earlier|args|write<|only|c0de42|B1/i);
  return shown;
}

const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
const typeName = "rblmonitor_contact";
const noBytes = new Uint8Array();
const state = (value: ObjectValue | null) => sent(attributes, value);
const refusals = [422, 409, 400, 403, 500];

describe("a service that quotes the secrets of a contact", () => {
  it.each([
    [422, "the update", 0],
    [409, "the update", 0],
    [422, "the confirmation", 1],
    [409, "the confirmation", 1],
    [422, "the pause", 2],
  ])("gets none of them into the messages of an update, with %i to %s", async (status, _, answered) => {
    const call = await provider(answered, status);
    const { diagnostics } = await call("applyResourceChange", {
      ...{
        typeName,
        priorState: state(prior),
        plannedState: state({ ...plan, confirmed_code_version: unknown }),
        config: state(config),
      },
      plannedPrivate: noBytes,
    });
    expect(diagnostics.length).toBeGreaterThan(0);
    expectNothingOf(diagnostics);
  });

  it.each(refusals)("gets none of them into the messages of a deletion, with %i", async (status) => {
    const call = await provider(0, status);
    const { diagnostics } = await call("applyResourceChange", {
      ...{
        typeName,
        priorState: state(prior),
        plannedState: state(null),
        config: state(null),
        plannedPrivate: noBytes,
      },
    });
    // A value that only the service has is not a secret of this run: the delete knows only the state.
    const shown = diagnostics.map(({ detail }) => detail).join("\n");
    expect(shown).toContain("***");
    expect(shown).not.toMatch(/earlier|args\/of&state|args%2Fof%26state/);
  });

  it.each([
    ["a pause", { ...prior, paused: true }, prior],
    ["a resume", prior, { ...prior, paused: true }],
  ])("gets none of them into the messages of %s", async (_, planned, before) => {
    const call = await provider(0, 422);
    const { diagnostics } = await call("applyResourceChange", {
      ...{
        typeName,
        priorState: state(before),
        plannedState: state(planned),
        config: state(config),
        plannedPrivate: noBytes,
      },
    });
    const shown = diagnostics.map(({ detail }) => detail).join("\n");
    expect(shown).toContain("***");
    expect(shown).not.toMatch(/earlier|args\/of&state|write<only>|write%3Conly/);
  });

  it("gets none of them into the messages of a create, and of its look-ups", async () => {
    for (const answered of [0, 1, 2]) {
      const call = await provider(answered, 500, () => ({ ...envelope, total: 0, data: [] }));
      const planned = { ...plan, id: unknown, args: { key: inPlan }, confirmed_code_version: unknown };
      const { diagnostics } = await call("applyResourceChange", {
        ...{
          typeName,
          priorState: state(null),
          plannedState: state(planned),
          config: state({ ...config, args: { key: inPlan } }),
          plannedPrivate: noBytes,
        },
      });
      const shown = diagnostics.map(({ detail }) => detail).join("\n");
      expect(shown).not.toMatch(/Ab&c|Ab%26c|args\/of&plan|write<only>|write%3Conly|c0de42/);
      if (answered < 2) await service.close();
    }
  });

  it("gets what a read answered into no message of a later one", async () => {
    const call = await provider(1, 422);
    const read = () => call("readResource", { typeName, currentState: state(prior), private: noBytes });
    expect((await read()).diagnostics).toEqual([]);
    const again = await call("importResourceState", { typeName, id: sid("CO", 7) });
    expect(again.diagnostics).toHaveLength(1);
    const shown = again.diagnostics.map(({ detail }) => detail).join("\n");
    expect(shown).toContain("***");
    expect(shown).not.toMatch(/sent\/by|sent%2Fby|sent&#x2F;by|Ab&c|earlier|args\/of&state/);
  });
});
