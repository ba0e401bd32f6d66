import { closeEmulated, emulatedCore } from "./emulated";
import { isError } from "./plugin";

afterEach(closeEmulated);

const profiles = (...names: readonly string[]) => ({
  resources: Object.fromEntries(
    names.map((name) => [`rblmonitor_monitoring_profile.${name}`, { config: { name, frequency: "1_hour" } }]),
  ),
});

const warning = (detail: string) =>
  expect.objectContaining({
    severity: "warning",
    summary: "No access to monitoring profiles",
    detail: expect.stringContaining(detail),
  });

it("after a change to a free plan, a plan keeps the profiles of the state, and a deletion says how to forget them", async () => {
  const { service, core } = await emulatedCore();
  await core.apply(profiles("a", "b"));
  service.configure({ plan: "free" });
  const { actions, diagnostics } = await core.plan(profiles("a", "b"));
  expect({ actions, diagnostics }).toEqual({
    actions: {},
    diagnostics: [warning("not available on your plan")],
  });
  const more = await core.plan(profiles("a", "b", "c"));
  expect(more.diagnostics.filter(isError).map(({ summary }) => summary)).toEqual(["Access denied"]);
  const destroyed = await core.apply(profiles("a", "b"), { destroy: true });
  for (const { detail } of destroyed.diagnostics.filter(isError))
    expect(detail).toContain("terraform state rm");
});
