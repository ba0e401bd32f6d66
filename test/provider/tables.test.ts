import { wireFields } from "../../src/provider/managed/wire";
import { rblmonitorProvider } from "../../src/provider/provider";
import { type Kind, kindNames, kinds } from "../../src/service/kinds";
import { createRequests, updateRequests } from "../../src/service/requests";
import { createLogger } from "../../src/terraform/serve/log";

const logger = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
const { resources } = rblmonitorProvider(logger, {});

const attributesOf = (kind: Kind) => resources[`rblmonitor_${kind}`]?.attributes ?? {};
const fieldsOf = (kind: Kind) => new Map(wireFields(attributesOf(kind)).map((each) => [each.field, each]));

/** Fields of a request that the table of a kind does not send as it sends the others, and why. */
const otherwise: { readonly [K in Kind]?: Readonly<Record<string, string>> } = {
  contact: {
    args: "from args or args_wo, on create alone",
    schedule: "required on create, though deprecated: unset, a value is sent for it",
  },
};

describe.each(kindNames)("the table of %s", (kind) => {
  const fields = fieldsOf(kind);
  const shape = Object.entries(createRequests[kind].shape).filter(
    ([field]) => otherwise[kind]?.[field] === undefined,
  );

  it("has every field of a create, and no other", () => {
    const sent = [...fields.keys()].filter((field) => otherwise[kind]?.[field] === undefined);
    expect(sent.sort()).toEqual(shape.map(([field]) => field).sort());
  });

  it("requires what a create requires", () => {
    const required = shape.filter(([, schema]) => !schema.safeParse(undefined).success);
    const marked = shape.filter(([field]) => fields.get(field)?.attribute.parts.presence === "required");
    expect(marked.map(([field]) => field)).toEqual(required.map(([field]) => field));
  });

  it("forces replacement exactly where an update does not accept the field", () => {
    const fixed = shape.filter(([field]) => !(field in updateRequests[kind].shape));
    const replacing = shape.filter(([field]) => fields.get(field)?.attribute.parts.replaces === true);
    expect(replacing.map(([field]) => field)).toEqual(fixed.map(([field]) => field));
  });

  it("can be paused exactly when the kind can", () => {
    expect("paused" in attributesOf(kind)).toBe(kinds[kind].pausable);
  });

  it("describes every attribute in a sentence", () => {
    for (const [name, { parts }] of Object.entries(attributesOf(kind)))
      expect([name, parts.description]).toEqual([name, expect.stringMatching(/^[A-Z`].*[^\s]\.$/s)]);
  });
});
