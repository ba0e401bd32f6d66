import { providerSchemaJson } from "../../src/provider/schema-json";
import { generateDocs, missingExamples } from "../../src/tasks/generate/docs";
import type { Attribute, Attributes, ProviderSchema, ProviderSchemas } from "../../src/tasks/terraform/json";

describe("the documentation of the provider", () => {
  const schemas = providerSchemaJson() as ProviderSchemas;
  const [provider] = Object.values(schemas.provider_schemas) as [ProviderSchema];
  const managed = Object.entries(provider.resource_schemas ?? {}).flatMap(([type, { block }]) =>
    below(type, block.attributes),
  );
  const read = Object.entries(provider.data_source_schemas ?? {}).flatMap(([type, { block }]) =>
    below(`data.${type}`, block.attributes),
  );
  const acting = Object.entries(provider.action_schemas ?? {}).flatMap(([type, { block }]) =>
    below(`action.${type}`, block.attributes),
  );
  const own = below("provider", provider.provider?.block.attributes);
  const attributes = [...managed, ...read, ...acting, ...own];
  const settable = managed.filter(([, { required, optional }]) => required || optional);
  let pages: ReadonlyMap<string, string>;

  beforeAll(async () => {
    pages = await generateDocs(schemas);
    expect(pages.size).toBeGreaterThan(8);
  });

  it("has an example of everything", async () => {
    expect(await missingExamples(schemas)).toEqual([]);
  });

  it.each(["### In HCL", "### In TypeScript, with CDKTF"])("has, on each page, %s", (heading) => {
    // CDKTF has no constructs of these.
    const isFor = (file: string) =>
      heading.includes("HCL") || !/^docs\/(ephemeral-resources|list-resources|actions)\//.test(file);
    const missing = [...pages].filter(([file, text]) => isFor(file) && !text.includes(heading));
    expect(missing.map(([file]) => file)).toEqual([]);
  });

  it("speaks of changes only where there is something to change", () => {
    const changing = [...pages].filter(([, text]) => text.includes("A change "));
    expect(changing.map(([file]) => file.split("/")[1]).filter((part) => part !== "resources")).toEqual([]);
  });

  it("has a part of the service for each resource, data source and action", () => {
    const grouped = [...pages].filter(([file]) => /resources|data-sources|actions/.test(file));
    for (const [file, text] of grouped)
      expect([file, text]).toEqual([file, expect.stringMatching(/^subcategory: ".+"$/m)]);
  });

  it("describes every attribute, nested ones too", () => {
    expect(attributes.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([]);
  });

  it("describes every argument of a function", () => {
    const bare = Object.entries(provider.functions ?? {}).flatMap(([name, { parameters = [] }]) =>
      parameters.filter(({ description }) => !description).map((parameter) => `${name}.${parameter.name}`),
    );
    expect(bare).toEqual([]);
  });

  it("says of every optional attribute of a resource what it is by default", () => {
    expect(
      settable
        .filter(
          ([path, { optional, description = "" }]) =>
            optional && !/_wo(_version)?$/.test(path) && !/Default: |Unset: /.test(description),
        )
        .map(([path]) => path),
    ).toEqual([]);
  });

  it("says of every attribute of a resource that can be set what a change does", () => {
    expect(
      settable
        .filter(([, { description = "" }]) => !/\b(change|Setting) /.test(description))
        .map(([path]) => path),
    ).toEqual([]);
  });

  it("says of what is deprecated that it is", () => {
    const deprecated = attributes.filter(([, attribute]) => attribute.deprecated);
    expect(deprecated.length).toBeGreaterThan(0);
    for (const [, { description }] of deprecated) expect(description).toContain("Deprecated");
  });

  it("leads every link within a page to an anchor of that page", () => {
    for (const [file, text] of pages) {
      const anchors = new Set([...text.matchAll(/<a id="(.+)"><\/a>/g)].map(([, id]) => id));
      const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
      expect([file, links.filter((id) => !anchors.has(id))]).toEqual([file, []]);
    }
  });
});

type Found = readonly [path: string, attribute: Attribute];

function below(path: string, attributes: Attributes = {}): Found[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    [`${path}.${name}`, attribute],
    ...below(`${path}.${name}`, attribute.nested_type?.attributes),
  ]);
}
