import type { Kind } from "../../../src/service/kinds";
import { openAccount as openReal } from "../account";
import { lackOf } from "../api-version";
import { closeAccounts, openAccount } from "../driven/account";
import { reference, resource } from "../resource-block";

afterEach(closeAccounts);

const required: Partial<Record<Kind, Readonly<Record<string, unknown>>>> = {
  contact_group: {},
  monitoring_profile: { frequency: "weekly" },
  certificate_profile: { expiration_thresholds: [30] },
};
const kinds = (Object.keys(required) as Kind[]).filter((kind) => lackOf(kind) === undefined);

/** A resource of each kind that has a default. */
const blocks = (name: string, flag?: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  kinds.map((kind) => resource(kind, name, { name, ...required[kind], is_default: flag, ...more })).join("");

/** The same diagnostic for each of these kinds. */
const ofEach = (severity: string, summary: RegExp, detail: RegExp) =>
  kinds.map(() =>
    expect.objectContaining({
      ...{ severity, code: expect.stringContaining("is_default") },
      summary: expect.stringMatching(summary),
      detail: expect.stringMatching(detail),
    }),
  );
const tooMany = ofEach("error", /^Several default /, /"(one|two)".*Keep is_default = true on one of them/s);

it("12: is_default = true on two resources of a kind is an error in the plan, whether they exist or not", async () => {
  const account = await openReal();
  await account.write(blocks("one", true, { count: 2 }));
  expect((await account.plan()).diagnostics).toEqual(tooMany);

  await account.write(blocks("one", true) + blocks("two"));
  await account.apply();
  await account.write(blocks("one", true) + blocks("two", true));
  expect((await account.plan()).diagnostics).toEqual(tooMany);
  // Terraform plans the configuration before it plans to destroy, unless it is not to refresh.
  await account.apply("-destroy", "-refresh=false");
});

it("12: two resources that turn out to take the flag only while applying are an error then", async () => {
  const account = await openReal();
  const later = `resource "terraform_data" "later" {\n  input = true\n}\n`;
  const flag = reference("terraform_data.later.output");
  await account.write(later + blocks("one", flag) + blocks("two", flag));
  expect((await account.plan()).diagnostics).toEqual([]);
  expect((await account.tryApply()).diagnostics).toEqual(tooMany);
});

it("12: a default that is replaced is not taken for two", async () => {
  const account = await openAccount();
  await account.write(blocks("one", true));
  await account.apply();
  const { diagnostics } = await account.apply(...kinds.map((kind) => `-replace=rblmonitor_${kind}.one`));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect((await account.plan()).planned).toEqual({});
});

it("12: two configurations that take the flag from each other are warned in each plan that does", async () => {
  const account = await openAccount();
  const other = await account.another();
  await account.write(blocks("one", true));
  await other.write(blocks("two", true));
  await account.apply();
  await other.apply();
  const moved = await account.plan();
  expect(moved.diagnostics).toEqual(
    ofEach("warning", /^Default flag taken by another .+$/, /If another config/),
  );
  for (const kind of kinds)
    expect(JSON.stringify(moved.diagnostics)).toContain(
      `${account.named(kind, "two").id} became the default`,
    );
  await account.apply();
  const { planned, diagnostics } = await account.plan();
  expect([planned, diagnostics]).toEqual([{}, []]);
});
