import type { Fields } from "../../src/service/field";
import { checkFields, fields } from "../../src/service/fields";
import { kindNames } from "../../src/service/kinds";
import { legacyWriteParameters } from "../../src/service/legacy/parameters";
import { accepts, type BodyProblem, bodyProblems, type Write } from "../../src/service/requests";

const hex = "a".repeat(32);
const host = { host: "192.0.2.1", name: "web", profile: `RP${hex}`, contact_group: [`CG${hex}`] };
const group = { path: ["contact_group", "0"] };

const problemsOf = (accepted: Fields, write: Write, body: object): readonly BodyProblem[] =>
  bodyProblems(accepted, write, body);

describe("a create of a host", () => {
  it("accepts what the specification accepts", () => {
    expect(problemsOf(fields.host, "create", { ...host, tags: ["a", "b"] })).toEqual([]);
  });

  it("has as many problems as its values", () => {
    const groups = Array.from({ length: 300_000 }, () => "none");
    expect(problemsOf(fields.host, "create", { ...host, contact_group: groups })).toHaveLength(300_000);
  });

  it.each([
    ["another field", { ...host, color: "red" }, { path: [] }],
    ["a field that only the service sets", { ...host, type: "rbl" }, { path: [] }],
    ["no name", { ...host, name: undefined }, { path: ["name"], requirement: "is required" }],
    ["an IPv6 subnet", { ...host, host: "2001:db8::/64" }, { path: ["host"] }],
    ["an empty name", { ...host, name: "" }, { path: ["name"] }],
    ["a name of 256 characters", { ...host, name: "x".repeat(256) }, { path: ["name"] }],
    ["a name that is a number", { ...host, name: 1 }, { requirement: "must be a string" }],
    ["another kind's SID as profile", { ...host, profile: `CP${hex}` }, { path: ["profile"] }],
    ["a SID in capitals", { ...host, contact_group: [`CG${hex.toUpperCase()}`] }, group],
    ["no contact group", { ...host, contact_group: [] }, { path: ["contact_group"] }],
    ["a contact group that is not in a list", { ...host, contact_group: "x" }, { path: ["contact_group"] }],
    ["a tag with a comma", { ...host, tags: ["a,b"] }, { path: ["tags", "0"] }],
    ["half a character", { ...host, name: "\ud83d" }, { requirement: "must not contain half a character" }],
  ])("refuses %s", (_what, body, problem) => {
    expect(problemsOf(fields.host, "create", body)).toEqual([expect.objectContaining(problem)]);
  });

  it("counts characters, not UTF-16 units", () => {
    expect(problemsOf(fields.host, "create", { ...host, name: "🙂".repeat(255) })).toEqual([]);
  });
});

describe("a create of a contact", () => {
  const contact = { contact: "x", type: "endpoint", schedule: "every_check", contact_group: [`CG${hex}`] };
  const problems = (json: string) =>
    problemsOf(fields.contact, "create", { ...contact, args: JSON.parse(json) });

  it("accepts args of any names, except the one that would be dropped", () => {
    expect(problems('{"constructor":"a","":"b"}')).toEqual([]);
    expect(problems('{"__proto__":"a"}')).toEqual([
      { path: ["args"], requirement: "must not have the name __proto__" },
    ]);
  });

  it.each([
    ['{"a":1}', { path: ["args", "a"], requirement: "must be a string" }],
    ['{"key":"\\ud83d"}', { path: ["args", "key"], requirement: "must not contain half a character" }],
    ['{"\\udcee":"x"}', { path: ["args"], requirement: "must not contain half a character" }],
    ['["a"]', { path: ["args"], requirement: "must be an object" }],
  ])("refuses the args %s", (json, problem) => {
    expect(problems(json)).toEqual([problem]);
  });

  it("refuses another type, with the valid ones", () => {
    const [problem] = problemsOf(fields.contact, "create", { ...contact, type: "fax" });
    expect(problem?.requirement).toMatch(/^must be one of email, .*, aws-cloudwatch$/);
  });
});

describe("a create of a certificate profile", () => {
  it.each([
    [[], { path: ["expiration_thresholds"], requirement: "must have at least one number of days" }],
    [[1.5], { path: ["expiration_thresholds", "0"], requirement: "must be a whole number" }],
    [["7"], { path: ["expiration_thresholds", "0"], requirement: "must be a number" }],
  ])("refuses the thresholds %j", (thresholds, problem) => {
    const body = { name: "x", expiration_thresholds: thresholds };
    expect(problemsOf(fields.certificate_profile, "create", body)).toEqual([problem]);
  });

  it("refuses a flag that is a text", () => {
    const body = { name: "x", expiration_thresholds: [7], alert_on_changes: "yes" };
    expect(problemsOf(fields.certificate_profile, "create", body)).toEqual([
      { path: ["alert_on_changes"], requirement: "must be true or false" },
    ]);
  });
});

describe("an update", () => {
  it("accepts each field that a create accepts, except those that are fixed", () => {
    const fixed = kindNames.flatMap((kind) =>
      Object.keys(fields[kind])
        .filter((name) => accepts(fields[kind], "create", name) && !accepts(fields[kind], "update", name))
        .map((name) => `${kind}.${name}`),
    );
    expect(fixed).toEqual([
      "host.host",
      "certificate_monitor.hostname",
      "certificate_monitor.protocol",
      "contact.type",
      "contact.args",
    ]);
  });

  it("may name any one field", () => {
    expect(problemsOf(fields.host, "update", { tags: [] })).toEqual([]);
  });

  it.each([
    ["the address of a host", fields.host, { host: "192.0.2.2" }],
    ["the protocol of a monitor", fields.certificate_monitor, { protocol: "https" }],
    ["the type of a contact", fields.contact, { type: "email" }],
    ["the args of a contact", fields.contact, { args: {} }],
    ["whether a host is listed", fields.host, { listed: true }],
  ] as const)("does not change %s", (_what, accepted, body) => {
    const requirement = `has fields that are not accepted: ${Object.keys(body).join()}`;
    expect(problemsOf(accepted, "update", body)).toEqual([{ path: [], requirement }]);
  });
});

describe("a manual check", () => {
  it.each(["192.0.2.1", "2001:db8::1", "example.com", `HT${hex}`])("can be started for %s", (text) => {
    expect(problemsOf(checkFields, "create", { host: text })).toEqual([]);
  });

  it.each(["192.0.2.0/24", "", "two words", `RP${hex}`])("cannot be started for %p", (text) => {
    expect(problemsOf(checkFields, "create", { host: text })).toHaveLength(1);
  });
});

it.each([
  ["host", ["host", "name", "type"]],
  ["monitoring_profile", ["name", "frequency"]],
  ["source", ["type", "host"]],
  ["contact", ["contact", "type", "schedule"]],
  ["contact_group", ["name"]],
] as const)("version 3.0 requires these parameters of a new %s, and none of an update: %j", (kind, names) => {
  const requiredBy = (write: Write) =>
    Object.entries(legacyWriteParameters(write, kind)).flatMap(([name, { required }]) =>
      required ? [name] : [],
    );
  expect([requiredBy("create"), requiredBy("update")]).toEqual([names, []]);
});

it("a check returns no details unless it is started with them", () => {
  expect(checkFields.details.defaultValue).toBe(false);
});
