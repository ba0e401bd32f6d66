import { legacyBody } from "../../../src/service/legacy/parameters";
import {
  isCreateOnlyField,
  isUnsupportedField,
  unsupportedFields,
  unsupportedKindReason,
} from "../../../src/service/legacy/unsupported";

const [profile, group, other] = ["RP", "CG", "CG"].map((prefix, n) => prefix + `${n}`.repeat(32));
const host = { host: "192.0.2.0/30", name: "Web", profile, contact_group: [group] };

describe("version 3.0 of the API", () => {
  it.each([
    ["host", "host", "in a create"],
    ["host", "name", "in creates and updates"],
    ["host", "contact_group", "in creates and updates"],
    ["host", "tags", "nowhere"],
    ["host", "type", "nowhere"],
    ["contact", "args", "nowhere"],
    ["contact", "type", "in a create"],
    ["source", "type", "in creates and updates"],
  ] as const)("has the field of a %s named %s %s", (kind, field, place) => {
    expect(isUnsupportedField(kind, field)).toBe(place === "nowhere");
    expect(isCreateOnlyField(kind, field)).toBe(place === "in a create");
  });

  it.each([
    ["create", "host", host, []],
    ["create", "host", { tags: [], args: {}, name: undefined }, []],
    ["create", "host", { tags: ["a"] }, ["tags API version 3.0 does not support this field of a host"]],
    ["update", "host", { tags: [] }, ["tags API version 3.0 does not support this field of a host"]],
    ["update", "host", { host: "192.0.2.1" }, ["host API version 3.0 cannot change this field of a host"]],
    [
      ...(["create", "host", { contact_group: [group, other] }] as const),
      [
        "contact_group API version 3.0 accepts one value when a host is created, not 2; add the others after the create, or",
      ],
    ],
    ["update", "host", { contact_group: [group, other] }, []],
    ["create", "contact", { contact_group: [group, other] }, []],
    ["create", "source", { type: "uribl" }, []],
    ["create", "source", { type: "rbl_v6" }, ["type API version 3.0 supports only rbl, uribl for a source"]],
  ] as const)("refuses in the %s of a %s with %j: %j", (write, kind, body, refusals) => {
    const texts = unsupportedFields(write, kind, body).map(({ field, reason }) => `${field} ${reason}`);
    expect(texts.map((text) => text.replace(/[;,]? use version 4\.0$/, ""))).toEqual(refusals);
  });

  it("has no certificate monitors", () => {
    expect(unsupportedKindReason("certificate_monitor")).toBe(
      "API version 3.0 does not support certificate monitors; use version 4.0",
    );
  });
});

it.each([
  [
    ...(["create", "host", host] as const),
    { host: "192.0.2.0/30", name: "Web", rbl_profile: profile, contact_group: group, type: "ip_range" },
  ],
  ["create", "host", { host: "192.0.2.1" }, { host: "192.0.2.1", type: "rbl" }],
  ["create", "host", { host: "2001:db8::1" }, { host: "2001:db8::1", type: "rbl" }],
  ["create", "host", { host: "mx.example.com" }, { host: "mx.example.com", type: "uribl" }],
  ["create", "source", { host: "bl.example.net", type: "rbl" }, { host: "bl.example.net", type: "rbl" }],
  ["update", "host", { contact_group: [group, other] }, { contact_group: [group, other] }],
  ["update", "host", { name: undefined, tags: [] }, {}],
  ["create", "contact_group", { name: "Day", is_default: true }, { name: "Day", is_default: 1 }],
  ["update", "monitoring_profile", { entries: [], is_default: false }, { entries: [], is_default: 0 }],
] as const)("the %s of a %s with %j is sent to version 3.0 as %j", (write, kind, body, sent) => {
  expect(legacyBody(write, kind, body as Parameters<typeof legacyBody>[2])).toStrictEqual(sent);
});
