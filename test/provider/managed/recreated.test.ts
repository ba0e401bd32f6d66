import type { AccountRules } from "../../../src/provider/account";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

/** An address of a URL that is a secret. */
const secret = "https://hooks.example.com/services/T0/secret-of-the-team";

type Planned = Awaited<ReturnType<typeof recreated>>;

/**
 * Plans the destruction of a resource, and the creation of another one at another address, in that order or in the other one.
 * @param changed values in which the new one differs
 */
async function recreated(
  kind: string,
  config: ObjectValue,
  order: string,
  { changed = {}, rules = {} }: { changed?: ObjectValue; rules?: AccountRules } = {},
) {
  const service = await emulated();
  const [profile] = service.account.objects("monitoring_profile");
  const [group] = service.account.objects("contact_group");
  const refer: ObjectValue = {
    ...(kind === "host" && { profile: profile?.id ?? "" }),
    ...(["host", "contact", "certificate_monitor"].includes(kind) && { contact_groups: [group?.id ?? ""] }),
    ...(kind === "certificate_monitor" && {
      profile: service.account.objects("certificate_profile")[0]?.id ?? "",
    }),
  };
  const old = new Managed(kind, { ...config, ...refer });
  const fresh = new Managed(kind, { ...config, ...refer, ...changed });
  expect((await (await beginRun(service)).apply(old)).errors).toEqual([]);
  const run = await beginRun(service, {}, rules);
  const plans = [() => run.plan(old, null), () => run.plan(fresh)];
  if (order === "created first") plans.reverse();
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const plan of plans) {
    const planned = await plan();
    errors.push(...planned.errors);
    warnings.push(...planned.warnings);
  }
  const ofPair = (texts: string[]) => texts.filter((text) => text.includes("destroyed and created again"));
  return { id: String(old.state?.id), errors, warnings, lost: ofPair(warnings) };
}

const orders = ["destroyed first", "created first"];
const used = [
  ["contact_group", { name: "Operations" }],
  ["monitoring_profile", { name: "Standard", frequency: "24_hours" }],
  ["certificate_profile", { name: "Web", expiration_thresholds: [30] }],
  ["source", { host: "list.example.com", type: "rbl" }],
] as const;
const watched = [
  ["host", { name: "Mail", host: "192.0.2.1" }, "Its history is lost"],
  [
    "certificate_monitor",
    { name: "Web", hostname: "www.example.com", protocol: "https" },
    "Its history is lost",
  ],
  ["contact", { contact: "ops@example.com", type: "email" }, "Its confirmation, if any, is lost"],
] as const;

describe.each(orders)("a resource that was renamed without a moved block, %s", (order) => {
  it.each(used)("is an error for a %s, which others use", async (kind, config) => {
    const { id, errors } = await recreated(kind, config, order);
    expect(errors).toEqual([
      expect.stringMatching(
        new RegExp(
          `destroyed and created again: This plan destroys .*${id}.*stop half way.*moved \\{.*state list -id=${id}.*a contact that is created again`,
          "s",
        ),
      ),
    ]);
    expect(errors.join()).not.toContain("terraform destroy");
  });

  it.each([
    ["of a contact group", "contact_group", { name: "Operations" }, {}, "Contact group already exists"],
    ["of a host", "host", watched[0][1], {}, "Host already exists"],
    [
      "of a contact in another group",
      "contact",
      watched[2][1],
      { contact_groups: [`CG${"a".repeat(32)}`] },
      "Similar contact exists",
    ],
    ["of a subnet", "host", { name: "Net", host: "192.0.2.0/30" }, {}, "Host already exists"],
  ] as const)(
    "refers from the existing object to that report, and to no import of a managed one, %s",
    async (_, kind, config, changed, summary) => {
      const { id, warnings } = await recreated(kind, config, order, { changed });
      const existing = warnings.filter((text) => text.includes(`${summary}: `));
      expect(existing).toEqual([
        expect.stringMatching(
          /If another message of this plan names \S+( of them)?, follow that one instead.*state list -id=.*names a resource, do not import it/s,
        ),
      ]);
      const [before = "", after] = existing.join().split(`\`terraform state list -id=${id}\``);
      expect(before).not.toContain("import");
      expect(after).toContain("import {");
    },
  );

  it.each(watched)("is a warning for a %s, with what is lost", async (kind, config, loss) => {
    const { id, errors, lost } = await recreated(kind, config, order);
    expect(errors).toEqual([]);
    expect(lost).toEqual([expect.stringMatching(new RegExp(`${id}.*${loss}.*moved \\{`, "s"))]);
  });

  it("is also reported of a contact that moves to another group, without its secret destination", async () => {
    const { lost, warnings } = await recreated("contact", { contact: secret, type: "slack" }, order, {
      changed: { contact_groups: [`CG${"a".repeat(32)}`] },
    });
    expect(lost).toEqual([expect.stringContaining("Its confirmation, if any, is lost")]);
    expect(warnings.join()).not.toContain("secret-of-the-team");
  });

  it.each([
    ["a group of another name", "contact_group", { name: "Operations" }, { name: "Developers" }],
    [
      "a profile with other settings, which the apply creates in addition",
      "certificate_profile",
      { name: "Web", expiration_thresholds: [30] },
      { expiration_thresholds: [60] },
    ],
    [
      "an address of a destroyed subnet",
      "host",
      { name: "Net", host: "192.0.2.0/30" },
      { host: "192.0.2.1" },
    ],
  ] as const)("is not %s", async (_, kind, config, changed) => {
    const { errors, lost } = await recreated(kind, config, order, { changed });
    expect({ errors, lost }).toEqual({ errors: [], lost: [] });
  });

  it("is let through with allow_duplicates, but not with adopt_identical, which does not keep contacts", async () => {
    const [kind, config] = used[0];
    const withRules = async (rules: AccountRules) =>
      (await recreated(kind, config, order, { rules })).errors.length;
    expect(await withRules({ allowDuplicates: true })).toBe(0);
    expect(await withRules({ adoptIdentical: true })).toBe(1);
  });
});

it("all that is reported of it is the same in both orders", async () => {
  for (const [kind, config] of [...used, ...watched]) {
    const [first, second] = (await Promise.all(
      orders.map((order) => recreated(kind, config, order)),
    )) as unknown as [Planned, Planned];
    const texts = ({ id, errors, warnings }: Planned) =>
      [...errors, ...warnings].map((text) => text.replaceAll(id, "SID")).sort();
    expect(texts(first)).toEqual(texts(second));
  }
});
