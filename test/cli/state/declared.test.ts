import { declaredObjects, repeatedNote } from "../../../src/cli/state/declared";

const sid = (prefix: string, digit: string) => prefix + digit.repeat(32);
const source = "registry.terraform.io/rblmonitor/rblmonitor";

interface Stored {
  readonly type?: string;
  readonly provider?: string;
  readonly attributes?: object;
  readonly schema_version?: number;
}

function raw(name: string, ...objects: readonly Stored[]) {
  const resources = objects.map(
    ({ type = "rblmonitor_host", provider = `provider["${source}"]`, ...instance }, n) => ({
      mode: "managed",
      type,
      name: `n${n}`,
      provider,
      instances: [instance],
    }),
  );
  return { name, text: JSON.stringify({ version: 4, resources }) };
}

const host = (digit: string, more: object = {}): Stored => ({
  attributes: { id: sid("HT", digit), ...more },
});
const eu = { provider: `provider["${source}"].eu` };

describe("what states declare", () => {
  it("is what this provider manages, and a type that is not known is reported", () => {
    const state = raw("s", host("1"), { type: "aws_instance" }, { type: "rblmonitor_report" });
    const { declared, notes } = declaredObjects([state], undefined);
    expect(declared.map(({ address, kind, id }) => [address, kind, id])).toEqual([
      ["rblmonitor_host.n0", "host", sid("HT", "1")],
    ]);
    expect(notes).toEqual([{ text: expect.stringContaining("are skipped: rblmonitor_report") }]);
  });

  it("is not a check, which has no object in the account", () => {
    const { declared, notes } = declaredObjects(
      [raw("s", host("1"), { type: "rblmonitor_manual_check" })],
      undefined,
    );
    expect(declared).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it("has every member of a subnet", () => {
    const members = [{ id: sid("HT", "2"), host: "192.0.2.1" }, { id: sid("HT", "3") }];
    const { declared } = declaredObjects([raw("s", host("1", { members }))], undefined);
    expect(declared[0]?.ids).toEqual([sid("HT", "1"), sid("HT", "2"), sid("HT", "3")]);
  });

  it("drops attributes that are no longer known", () => {
    const { declared } = declaredObjects([raw("s", host("1", { colour: "red" }))], undefined);
    expect(declared[0]?.values).not.toHaveProperty("colour");
    expect(declared[0]?.values).toMatchObject({ tags: null });
  });

  it("names an object that two states hold, and once the members that two subnets share", () => {
    const members = [{ id: sid("HT", "2") }, { id: sid("HT", "3") }];
    const twice = [host("1"), host("2", { members })];
    const states = [raw("a", ...twice), raw("b", ...twice), raw("c", host("3"))];
    expect(declaredObjects(states, undefined).repeated.map(repeatedNote)).toEqual(
      [
        ["1", "n0 in a, rblmonitor_host.n0 in b"],
        ["2", "n1 in a, rblmonitor_host.n1 in b"],
        ["3", "n1 in a, rblmonitor_host.n1 in b, rblmonitor_host.n0 in c"],
      ].map(([digit = "", places]) => ({
        text: `${sid("HT", digit)} is declared more than once: rblmonitor_host.${places}.`,
      })),
    );
  });

  it("says when a state holds nothing of this provider", () => {
    const { declared, notes } = declaredObjects([raw("s", { type: "aws_instance" })], undefined);
    expect(declared).toEqual([]);
    expect(notes).toEqual([{ text: "s has no objects of this provider." }]);
  });

  it.each([
    ["of a newer provider", { ...host("1"), schema_version: 7 }, "newer version of the provider"],
    [
      "without an id",
      { attributes: {} },
      "rblmonitor_host.n0 has no SID in the state, so it cannot be compared. Remove it with `terraform state rm`",
    ],
    [
      "with the id of another kind",
      { attributes: { id: sid("CG", "1") } },
      "rblmonitor_host.n0 has no SID in the state, so it cannot be compared. Remove it with `terraform state rm`",
    ],
    [
      "of another shape",
      host("1", { tags: { a: 1 } }),
      "s: rblmonitor_host.n0 cannot be read: tags: a set is required",
    ],
  ])("is an error that names the object for one %s", (_, stored, message) => {
    expect(() => declaredObjects([raw("s", stored)], undefined)).toThrow(message);
  });
});

describe("a state with objects of several configurations of the provider", () => {
  const state = raw("s", host("1"), { ...host("2"), ...eu });

  it("is an error that says how to choose, since some may be in another account", () => {
    expect(() => declaredObjects([state], undefined)).toThrow(
      "s holds objects of several configurations of the provider: default, eu.",
    );
  });

  it.each([
    [["eu"], ["2"]],
    [["default"], ["1"]],
    [["*"], ["1", "2"]],
    [
      ["default", "eu"],
      ["1", "2"],
    ],
  ])("declares with --provider %j the hosts %j", (providers, digits) => {
    const { declared } = declaredObjects([state], providers);
    expect(declared.map(({ id }) => id)).toEqual(digits.map((digit) => sid("HT", digit)));
  });

  it("distinguishes the instances that OpenTofu configures with for_each", () => {
    const instance = (key: string, digit: string) => ({
      index_key: key,
      provider: `provider["registry.opentofu.org/rblmonitor/rblmonitor"].byname["${key}"]`,
      attributes: { id: sid("HT", digit) },
    });
    const instances = [instance("a", "1"), instance("b", "2")];
    const resources = [{ mode: "managed", type: "rblmonitor_host", name: "mx", instances }];
    const pulled = { name: "s", text: JSON.stringify({ version: 4, resources }) };
    expect(() => declaredObjects([pulled], undefined)).toThrow('provider: byname["a"], byname["b"].');
    expect(declaredObjects([pulled], ['byname["b"]']).declared.map(({ id }) => id)).toEqual([sid("HT", "2")]);
  });

  it("is an error for a name that none of them has", () => {
    expect(() => declaredObjects([state], ["us"])).toThrow(
      'No object in s is managed by the provider configuration "us". Provider configurations: default, eu.',
    );
    expect(() => declaredObjects([state], ["default", "ue"])).toThrow("Did you mean eu?");
  });

  it("cannot be chosen from where the form of the state has none", () => {
    const resources = [
      { address: "a", mode: "managed", type: "rblmonitor_host", values: { id: sid("HT", "1") } },
    ];
    const shown = JSON.stringify({ format_version: "1.0", values: { root_module: { resources } } });
    expect(() => declaredObjects([{ name: "s", text: shown }], ["eu"])).toThrow("terraform state pull");
  });
});
