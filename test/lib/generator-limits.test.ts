import { App, TerraformDataSource, TerraformProvider, TerraformResource, TerraformStack } from "cdktf";
import { providerSchemaJson } from "../../src/provider/schema-json";
import type { Attribute, ProviderSchema, ProviderSchemas, Schema } from "../../src/tasks/real-terraform/json";

// What CDKTF's generator (0.21) drops, corrupts or crashes on without a word, so that our schema has none of it.

type Found = readonly [path: string, attribute: Attribute];

const [provider] = Object.values((providerSchemaJson() as ProviderSchemas).provider_schemas) as [
  ProviderSchema,
];
const schemas: readonly (readonly [string, Schema])[] = [
  ...Object.entries(provider.resource_schemas ?? {}),
  ...Object.entries(provider.data_source_schemas ?? {}).map(
    ([type, schema]) => [`data.${type}`, schema] as const,
  ),
  ...(provider.provider ? [["provider", provider.provider] as const] : []),
];
const attributes = schemas.flatMap(([type, { block }]) => found(type, block.attributes ?? {}));

function found(path: string, given: Readonly<Record<string, Attribute>>): Found[] {
  return Object.entries(given).flatMap(([name, attribute]) => [
    [`${path}.${name}`, attribute],
    ...found(`${path}.${name}`, attribute.nested_type?.attributes ?? {}),
  ]);
}

const pathsOf = (wrong: (attribute: Attribute) => boolean): string[] =>
  attributes.filter(([, attribute]) => wrong(attribute)).map(([path]) => path);

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Every name that a construct inherits: an attribute of that name would hide it. */
function inherited(): Set<string> {
  const stack = new TerraformStack(new App({ outdir: "/nowhere" }), "stack");
  const config = { terraformResourceType: "type" };
  const constructs = [
    new TerraformResource(stack, "resource", config),
    new TerraformDataSource(stack, "data", config),
    new (class extends TerraformProvider {})(stack, "provider", config),
  ];
  // `with` is new in constructs 10.5, which users may have.
  return new Set(["with", ...constructs.flatMap(namesOf)]);
}

function namesOf(object: object | null): string[] {
  if (object === null || object === Object.prototype) return ["toString", "constructor"];
  return [...Object.getOwnPropertyNames(object), ...namesOf(Object.getPrototypeOf(object))];
}

describe("the provider's schema", () => {
  it("has resources to generate constructs from", () => {
    expect(schemas.map(([type]) => type)).toContain("rblmonitor_host");
  });

  it("has no blocks: the generator drops some and crashes on others", () => {
    expect(schemas.filter(([, { block }]) => Object.keys(block.block_types ?? {}).length > 0)).toEqual([]);
  });

  it("has no tuples, which crash it, and nothing dynamic, which it corrupts", () => {
    expect(pathsOf(({ type }) => /"(tuple|dynamic)"/.test(JSON.stringify(type) ?? ""))).toEqual([]);
  });

  it("has no maps of nested attributes, into which references come out invalid", () => {
    expect(pathsOf(({ nested_type: nested }) => nested?.nesting_mode === "map")).toEqual([]);
  });

  it("has no attribute that hides what a construct inherits", () => {
    const taken = inherited();
    const names = attributes.map(([path]) => path.slice(path.lastIndexOf(".") + 1));
    expect(names.filter((name) => taken.has(camelCase(name)) || taken.has(name))).toEqual([]);
  });

  it.each(["connection", "fqn", "with", "to_string", "lifecycle"])(
    "could not have an attribute %s",
    (name) => {
      expect(inherited()).toContain(camelCase(name));
    },
  );

  it("has no two attributes of one name in camel case", () => {
    for (const [, { block }] of schemas) {
      const names = Object.keys(block.attributes ?? {}).map((name) => camelCase(name).toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("describes every attribute, which is what an editor shows on hover", () => {
    expect(pathsOf(({ description = "" }) => description.trim() === "")).toEqual([]);
  });
});
