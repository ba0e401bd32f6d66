import { wireFields } from "../../src/provider/managed/wire";
import { rblmonitorProvider } from "../../src/provider/provider";
import type { Field } from "../../src/service/field";
import { fields as serviceFields } from "../../src/service/fields";
import { type Kind, kindNames, kinds } from "../../src/service/kinds";
import type { Attribute } from "../../src/terraform/schema/attribute";
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
  const accepted = Object.entries<Field>(serviceFields[kind]).filter(
    ([field, { presence }]) => presence !== "returned" && otherwise[kind]?.[field] === undefined,
  );
  const namesWhere = (matches: (field: Field) => boolean) =>
    accepted.filter(([, field]) => matches(field)).map(([name]) => name);
  const marked = (matches: (attribute: Attribute) => boolean) =>
    accepted.flatMap(([name]) => {
      const attribute = fields.get(name)?.attribute;
      return attribute !== undefined && matches(attribute) ? [name] : [];
    });

  it("has every field of a create, and no other", () => {
    const sent = [...fields.keys()].filter((field) => otherwise[kind]?.[field] === undefined);
    expect(sent.sort()).toEqual(namesWhere(() => true).sort());
  });

  it("requires what a create requires", () => {
    expect(marked(({ parts }) => parts.presence === "required")).toEqual(
      namesWhere(({ presence }) => presence === "required"),
    );
  });

  it("forces replacement exactly where an update does not accept the field", () => {
    expect(marked(({ parts }) => parts.replaces === true)).toEqual(
      namesWhere(({ isUpdatable }) => !isUpdatable),
    );
  });

  it("can be paused exactly when the kind can", () => {
    expect("paused" in attributesOf(kind)).toBe(kinds[kind].pausable);
  });

  it("describes every attribute in a sentence", () => {
    for (const [name, { parts }] of Object.entries(attributesOf(kind)))
      expect([name, parts.description]).toEqual([name, expect.stringMatching(/^[A-Z`].*[^\s]\.$/s)]);
  });
});
