import { schemaJson } from "../../../src/terraform/definition/schema-json";
import { fixtureProvider } from "../fixture/provider";
import { fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

jest.setTimeout(60_000);
afterAll(removeWorkspaces);

it("the schema is the one that terraform prints", async () => {
  const workspace = await fixtureWorkspace({ isStarted: true });
  await workspace.configure('provider "test" {}');
  const { stdout } = await workspace.run("providers", "schema", "-json");
  const source = "registry.terraform.io/fixture/test";
  const schemas = schemaJson(source, fixtureProvider()) as { provider_schemas: Record<string, object> };
  // The fixture has no identities and no lists, and Terraform prints nothing that is empty.
  const {
    resource_identity_schemas: _,
    list_resource_schemas: __,
    ...printed
  } = { ...schemas.provider_schemas[source] } as Record<string, object>;
  expect(withoutMessages(JSON.parse(stdout))).toEqual(
    withoutMessages({ ...schemas, provider_schemas: { [source]: printed } }),
  );
});

/** A schema without messages of deprecation: Terraform prints those of attributes from 1.15 on, OpenTofu none of functions. */
function withoutMessages(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (name, value) => (name === "deprecation_message" ? undefined : value)),
  );
}
