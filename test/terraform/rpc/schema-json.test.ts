import { schemaJson } from "../../../src/terraform/rpc/schema-json";
import { asPrinted, printedSchemas } from "../../printed-schemas";
import { fixtureProvider } from "../fixture/provider";
import { fixtureWorkspace, removeWorkspaces } from "../fixture/workspace";

afterAll(removeWorkspaces);

it("the schema is the one that terraform prints", async () => {
  const workspace = await fixtureWorkspace({ isStarted: true });
  await workspace.configure('provider "test" {}');
  const { stdout } = await workspace.run("providers", "schema", "-json");
  const schemas = schemaJson("registry.terraform.io/fixture/test", fixtureProvider());
  expect(printedSchemas(stdout)).toEqual(asPrinted(schemas));
});
