/** Loads modules of this folder as they are where the tests speak that version. */
function over<T>(version: string, load: () => T): T {
  const before = process.env.RBLMONITOR_TEST_API_VERSION;
  process.env.RBLMONITOR_TEST_API_VERSION = version;
  try {
    let loaded: { readonly value: T } | undefined;
    jest.isolateModules(() => {
      loaded = { value: load() };
    });
    return (loaded as { readonly value: T }).value;
  } finally {
    if (before === undefined) delete process.env.RBLMONITOR_TEST_API_VERSION;
    else process.env.RBLMONITOR_TEST_API_VERSION = before;
  }
}

const blocks = () => require("./resource-block") as typeof import("./resource-block");
const versions = () => require("./api-version") as typeof import("./api-version");

const host = { host: "192.0.2.1", name: "mx", contact_groups: ["CG2", "CG1"], tags: ["a"], paused: true };

describe("tests with version 3.0", () => {
  it("declare only the attributes that the version supports", () => {
    const { resource } = over("3.0", blocks);
    const known = { host: "192.0.2.1", name: "mx", contact_groups: ["CG1"], paused: true };
    expect(resource("host", "one", host)).toBe(blocks().wholeResource("host", "one", known));
    expect(resource("contact", "one", { args_wo: {}, contact_groups: ["CG2", "CG1"] })).toBe(
      'resource "rblmonitor_contact" "one" {\n  contact_groups = ["CG2", "CG1"]\n}\n',
    );
    expect(resource("certificate_profile", "one", { name: "Strict" })).toBe("");
  });

  it("use the paths of the version", () => {
    const { callOn, isCallOn } = over("3.0", versions);
    expect(callOn("update", "host")).toEqual({ method: "POST", path: "/host/update/{id}" });
    const request = { method: "POST", path: "/host/pause/HT1" };
    expect(isCallOn(request, "pause", "host")).toBe(true);
    expect(isCallOn(request, "pause", "host", "HT1")).toBe(true);
    expect(isCallOn(request, "pause", "host", "HT2")).toBe(false);
    expect(isCallOn(request, "resume", "host")).toBe(false);
  });

  it("report why they are skipped", () => {
    const { lackOf } = over("3.0", versions);
    expect(lackOf("certificate_monitor")).toContain("does not support certificate monitors");
    expect(lackOf("host.tags")).toBe("version 3.0 has no tags of a host");
    expect(lackOf("reported frequency")).toContain("does not return the frequency");
    expect([lackOf("host"), lackOf("host.name")]).toEqual([undefined, undefined]);
  });
});

it("tests with version 4.0 declare all attributes and skip nothing", () => {
  const { resource, wholeResource } = over("4.0", blocks);
  expect(resource("host", "one", host)).toBe(wholeResource("host", "one", host));
  const { lackOf } = over("4.0", versions);
  expect([lackOf("certificate_monitor"), lackOf("host.tags"), lackOf("reported frequency")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("tests of an unknown version do not run", () => {
  expect(() => over("3", versions)).toThrow('must be one of 4.0, 3.0; it is "3"');
});
