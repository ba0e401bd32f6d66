import { checkRequest, createRequests, updateRequests } from "../../src/service/requests";

const hex = "a".repeat(32);
const host = { host: "192.0.2.1", name: "web", profile: `RP${hex}`, contact_group: [`CG${hex}`] };

describe("a create of a host", () => {
  it("accepts what the specification accepts", () => {
    expect(createRequests.host.safeParse({ ...host, tags: ["a", "b"] }).success).toBe(true);
  });

  it.each([
    ["another field", { ...host, type: "rbl" }],
    ["an IPv6 subnet", { ...host, host: "2001:db8::/64" }],
    ["an empty name", { ...host, name: "" }],
    ["a name of 256 characters", { ...host, name: "x".repeat(256) }],
    ["another kind's SID as profile", { ...host, profile: `CP${hex}` }],
    ["no contact group", { ...host, contact_group: [] }],
    ["a tag with a comma", { ...host, tags: ["a,b"] }],
  ])("refuses %s", (_what, body) => {
    expect(createRequests.host.safeParse(body).success).toBe(false);
  });

  it("counts characters, not UTF-16 units", () => {
    expect(createRequests.host.safeParse({ ...host, name: "🙂".repeat(255) }).success).toBe(true);
  });
});

describe("a create of a contact", () => {
  const contact = { contact: "x", type: "endpoint", schedule: "every_check", contact_group: [`CG${hex}`] };

  it("accepts args of any names, except the one that would be dropped", () => {
    const parsed = (json: string) => createRequests.contact.safeParse({ ...contact, args: JSON.parse(json) });
    expect(parsed('{"constructor":"a","":"b"}')).toMatchObject({
      data: { args: { constructor: "a", "": "b" } },
    });
    expect(parsed('{"__proto__":"a"}').error?.issues).toMatchObject([
      { path: ["args"], message: "must not have the name __proto__" },
    ]);
  });
});

describe("an update", () => {
  it("may name any one field", () => {
    expect(updateRequests.host.safeParse({ tags: [] }).success).toBe(true);
  });

  it.each([
    ["the address of a host", updateRequests.host, { host: "192.0.2.2" }],
    ["the protocol of a monitor", updateRequests.certificate_monitor, { protocol: "https" }],
    ["the type of a contact", updateRequests.contact, { type: "email" }],
    ["the args of a contact", updateRequests.contact, { args: {} }],
  ] as const)("does not change %s", (_what, schema, body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });
});

describe("a manual check", () => {
  it.each(["192.0.2.1", "2001:db8::1", "example.com", `HT${hex}`])("can be started for %s", (text) => {
    expect(checkRequest.safeParse({ host: text }).success).toBe(true);
  });

  it.each(["192.0.2.0/24", "", "two words", `RP${hex}`])("cannot be started for %p", (text) => {
    expect(checkRequest.safeParse({ host: text }).success).toBe(false);
  });
});
