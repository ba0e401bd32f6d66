import type { Emulator } from "../../../src/emulator/emulator";
import type { FaultName } from "../../../src/emulator/faults";
import { type LegacyKind, legacyKinds } from "../../../src/service/legacy/kinds";
import { legacyCollectionOperation } from "../../../src/service/legacy/operations";
import type { Configuration, Declared } from "../../core/configuration";
import { closeEmulated, emulatedCore } from "../../core/emulated";
import { attributesAt } from "../../core/state";
import { existing, declared as resource } from "../../objects";

afterEach(closeEmulated);

const always500 = { legacyErrors: "always-500" } as const;
const kinds = Object.keys(legacyKinds) as LegacyKind[];

const declared = (resources: Record<string, Declared["config"]>): Configuration => ({
  provider: { api_version: "3.0" },
  resources: Object.fromEntries(
    Object.entries(resources).map(([name, config]) => [`rblmonitor_${name}.one`, { config }]),
  ),
});

/** A resource of a kind that is called "One" if it has a name. */
function oneOf(service: Emulator, kind: LegacyKind, more: Declared["config"] = {}): Configuration {
  const config = resource(kind, 1, existing(service));
  return declared({ [kind]: { ...config, ...("name" in config && { name: "One" }), ...more } });
}

/** Requests since a count, without lists and gets. */
const writesSince = ({ requests }: Emulator, count: number) =>
  requests.slice(count).filter(({ method }) => method !== "GET");

const errorsOf = ({
  diagnostics,
}: {
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly summary: string;
    readonly detail: string;
  }[];
}) => diagnostics.filter(({ severity }) => severity === "error");

describe("a service of version 3.0 whose errors all have the status 500", () => {
  it("is quoted when it refuses a host, which is sent once", async () => {
    const { service, core } = await emulatedCore({ ...always500, ipv6Hosts: "refused" });
    expect(errorsOf(await core.apply(oneOf(service, "host", { host: "2001:db8::1" })))).toMatchObject([
      {
        summary: "Invalid value",
        detail: expect.stringContaining("answered 500: Validation failed: host: must be an IPv4 address"),
      },
    ]);
    expect(writesSince(service, 0)).toHaveLength(1);
  });

  it.each(["source", "monitoring_profile"] as const)("is quoted when the plan has no %s", async (kind) => {
    const { service, core } = await emulatedCore({ ...always500, plan: "free" });
    const errors = errorsOf(await core.apply(oneOf(service, kind)));
    expect(errors).toMatchObject([
      {
        summary: "Access denied",
        detail: expect.stringContaining("answered 500: Forbidden: "),
      },
    ]);
    expect(service.requestCount).toBeLessThan(3);
  });

  it("is quoted when it does not know the account", async () => {
    const { service, core } = await emulatedCore(always500);
    const { provider, resources } = oneOf(service, "contact_group");
    const wrong = { provider: { ...provider, auth_token: "f".repeat(64) }, resources };
    expect(errorsOf(await core.apply(wrong))).toMatchObject([{ summary: "Authentication failed" }]);
    expect(service.requestCount).toBe(1);
  });

  it("is quoted with the hosts that use a profile or group that it does not delete", async () => {
    const { service, core } = await emulatedCore(always500);
    for (const kind of ["monitoring_profile", "contact_group"] as const) {
      const configuration = oneOf(service, kind);
      await core.apply(configuration);
      const { id } = service.account.objects(kind).find(({ name }) => name === "One") ?? { id: "" };
      const host = service.account.add("host", {
        host: `${kind}.example.com`,
        ...(kind === "contact_group" ? { contact_group: [id] } : { profile: id }),
      });
      const before = service.requestCount;
      const [error] = errorsOf(await core.destroy(configuration));
      expect(error?.summary).toMatch(/^\w+( \w+)? not deleted$/);
      expect(error?.detail).toMatch(new RegExp(`in use by a host.*still use it: host ${host.id}`, "s"));
      expect(writesSince(service, before)).toHaveLength(1);
      service.account.remove(host.id);
      await core.destroy(configuration);
    }
  });

  it.each(kinds)(
    "has no %s that was deleted elsewhere: it is planned as new, or counts as deleted",
    async (kind) => {
      const { service, core } = await emulatedCore(always500);
      const configuration = oneOf(service, kind);
      await core.apply(configuration);
      const address = `rblmonitor_${kind}.one`;
      const remove = () => service.account.remove(String(attributesAt(core.state, address).id));
      expect(remove()).toBe(true);
      const before = service.requestCount;
      const planned = await core.plan(configuration);
      expect([errorsOf(planned), planned.actions]).toEqual([[], { [address]: "create" }]);
      // The list, and the object that is missing from it.
      expect(service.requestCount - before).toBeLessThan(4);
      await core.apply(configuration);
      const plan = await core.plan(configuration, { destroy: true });
      expect(remove()).toBe(true);
      expect(errorsOf(await core.apply(plan))).toEqual([]);
    },
  );

  it("keeps a host in state when its words do not say why, and names the command that removes it", async () => {
    const { service, core } = await emulatedCore(always500);
    const configuration = oneOf(service, "host");
    await core.apply(configuration);
    const { id } = attributesAt(core.state, "rblmonitor_host.one");
    service.account.remove(String(id));
    const { path } = legacyCollectionOperation("get", "host");
    service.faults.arm({ fault: "500-before", path, times: 100 });
    const [error, ...others] = errorsOf(await core.plan(configuration));
    expect(others).toEqual([]);
    expect(error?.detail).toMatch(new RegExp(`500.*If ${id} was deleted.*terraform state rm`, "s"));
    expect(attributesAt(core.state, "rblmonitor_host.one").id).toBe(id);
  });

  it.each(kinds)(
    "ends with one %s after a lost answer, and with none after a lost deletion",
    async (kind) => {
      const { service, core } = await emulatedCore(always500);
      const count = () => service.account.objects(kind).length;
      const before = count();
      const configuration = oneOf(service, kind);
      const arm = (fault: FaultName, verb: "create" | "delete" | "update") =>
        service.faults.arm({ fault, path: legacyCollectionOperation(verb, kind).path });
      arm("500-after", "create");
      expect(errorsOf(await core.apply(configuration))).toEqual([]);
      expect(count()).toBe(before + 1);
      expect((await core.plan(configuration)).actions).toEqual({});
      arm("500-after", "delete");
      expect(errorsOf(await core.destroy(configuration))).toEqual([]);
      expect(count()).toBe(before);
      arm("500-before", "create");
      expect(errorsOf(await core.apply(configuration))).toEqual([
        expect.objectContaining({ detail: expect.stringContaining("without finding") }),
      ]);
      expect(count()).toBe(before);
      expect(errorsOf(await core.apply(configuration))).toEqual([]);
      expect(count()).toBe(before + 1);
    },
  );

  it("accepts a pause and a resume that took effect before the error", async () => {
    const { service, core } = await emulatedCore(always500);
    await core.apply(oneOf(service, "host"));
    for (const paused of [true, false]) {
      const verb = paused ? "pause" : "resume";
      service.faults.arm({ fault: "500-after", path: legacyCollectionOperation(verb, "host").path });
      expect(errorsOf(await core.apply(oneOf(service, "host", { paused })))).toEqual([]);
      expect(service.account.objects("host")).toMatchObject([{ paused }]);
    }
  });
});
