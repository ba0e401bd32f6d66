import { providerSchemaJson } from "../../src/provider/schema-json";
import { generateDocs, missingExamples } from "../../src/tasks/generate/docs";
import type {
  Attribute,
  Attributes,
  ProviderSchema,
  ProviderSchemas,
} from "../../src/tasks/real-terraform/json";

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

  it.each(["### In HCL", "### In TypeScript"])("has on each page the section %s", (heading) => {
    // These have no constructs.
    const isFor = (file: string) =>
      heading.includes("HCL") || !/^docs\/(ephemeral-resources|list-resources|actions)\//.test(file);
    const missing = [...pages].filter(([file, text]) => isFor(file) && !text.includes(heading));
    expect(missing.map(([file]) => file)).toEqual([]);
  });

  it("describes the effect of changes only on the pages of resources", () => {
    const effect = /forces replacement|changed in place/;
    const changing = [...pages].filter(([, text]) => effect.test(text));
    expect(changing.length).toBeGreaterThan(5);
    expect(changing.map(([file]) => file.split("/")[1]).filter((part) => part !== "resources")).toEqual([]);
  });

  it("describes import on the page of each resource, or states that there is none", () => {
    const forms = [/^ {2}id = "/m, /^ {2}for_each = {$/m, /^ {2}identity = {$/m, /^terraform import /m];
    for (const type of Object.keys(provider.resource_schemas ?? {})) {
      const page = pages.get(`docs/resources/${type.replace("rblmonitor_", "")}.md`) ?? "";
      const found = forms.filter((form) => form.test(page));
      const isUnsupported = page.includes("This resource does not support import.");
      expect([type, found.length]).toEqual([type, isUnsupported ? 0 : forms.length]);
    }
  });

  it("describes authentication and timeouts on the index", () => {
    const index = pages.get("docs/index.md") ?? "";
    for (const text of [
      "## Authentication",
      "RBLMONITOR_AUTH_TOKEN",
      "## Timeouts",
      'resource "rblmonitor_host"',
    ])
      expect(index).toContain(text);
  });

  it("indents lists of values below their attribute", () => {
    const page = pages.get("docs/resources/contact.md") ?? "";
    expect(page).toContain("Type of the contact. Valid values:\n  - `email`\n  - `sms`\n");
    expect(page).toContain("  - `aws-cloudwatch`\n\n  Changing this forces replacement.");
  });

  it("has a subcategory for each resource, data source and action", () => {
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

  it("describes the default of every optional attribute of a resource", () => {
    expect(
      settable
        .filter(
          ([path, { optional, description = "" }]) =>
            optional && !/_wo(_version)?$/.test(path) && !/Defaults to |If omitted/.test(description),
        )
        .map(([path]) => path),
    ).toEqual([]);
  });

  it("describes the effect of a change of every attribute of a resource that can be set", () => {
    expect(
      settable
        .filter(([, { description = "" }]) => !/\b([Cc]hanging|change|changed) /.test(description))
        .map(([path]) => path),
    ).toEqual([]);
  });

  it("describes deprecated attributes as such", () => {
    const deprecated = attributes.filter(([, attribute]) => attribute.deprecated);
    expect(deprecated.length).toBeGreaterThan(0);
    for (const [, { description }] of deprecated) expect(description).toContain("Deprecated");
  });

  it("has an anchor for every link within a page", () => {
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
