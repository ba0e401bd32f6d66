import { closeEmulated, emulatedCore } from "./emulated";

afterEach(closeEmulated);

describe.each([
  ["monitoring_profile", "frequency", "30_minutes", {}, { name: "Two" }],
  [
    "contact",
    "type",
    "msteams",
    { contact: "https://example.org/hook" },
    { contact: "https://example.org/other" },
  ],
  ["certificate_monitor", "protocol", "quic", { hostname: "www.example.org" }, { name: "Two" }],
] as const)("a %s with a %s that the service added", (kind, name, value, more, change) => {
  const address = `rblmonitor_${kind}.one`;

  async function existing() {
    const { core, service } = await emulatedCore();
    const group = service.account.objects("contact_group")[0]?.id ?? "";
    const profile = service.account.objects("certificate_profile")[0]?.id;
    const { id } = service.account.add(kind, { name: "One", ...more, [name]: value });
    const groups = kind === "monitoring_profile" ? {} : { contact_groups: [group] };
    const named = kind !== "contact" && { name: "One" };
    const config = {
      ...named,
      ...more,
      ...groups,
      ...(kind === "certificate_monitor" && { profile }),
      [name]: value,
    };
    const resources = (changes: object) => ({ [address]: { config: { ...config, ...changes } } });
    return { core, service, id, resources };
  }

  it("is imported, and changed otherwise", async () => {
    const { core, service, id, resources } = await existing();
    const imported = await core.apply({ resources: resources({}), imports: { [address]: id } });
    expect(imported.diagnostics).toContainEqual(
      expect.objectContaining({ severity: "warning", summary: `Unusual ${name}` }),
    );
    expect((await core.apply({ resources: resources(change) })).diagnostics.filter(isError)).toEqual([]);
    expect(service.account.find(id)).toMatchObject({ ...change, [name]: value });
  });

  it("is an error for a new object, and where the object has another one", async () => {
    const { core, id, resources } = await existing();
    const isRefused = expect.objectContaining({ severity: "error", summary: `Invalid ${name}` });
    expect((await core.apply({ resources: resources({}) })).diagnostics).toContainEqual(isRefused);
    await core.apply({ resources: resources({}), imports: { [address]: id } });
    const { diagnostics } = await core.apply({ resources: resources({ [name]: `${value}_more` }) });
    expect(diagnostics).toContainEqual(isRefused);
  });
});

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}
