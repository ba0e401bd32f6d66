import { dataSource } from "../../../src/terraform/definition/definition";
import { DiagnosticError } from "../../../src/terraform/diagnostics";
import { number, string } from "../../../src/terraform/schema/shapes";
import { unknown } from "../../../src/terraform/values/value";
import { providerOf, received, reported, sent, session } from "./session";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (data: Uint8Array | undefined) => new TextDecoder().decode(data);
const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  size: number().optional(""),
};

describe("a provider that is not configured", () => {
  const unconfigured = () => session(providerOf({ attributes, import: async () => ({}) })).call;
  const state = sent(attributes, { id: "1", name: "n" });

  it("plans", async () => {
    const config = sent(attributes, { name: "n" });
    const { plannedState, diagnostics } = await unconfigured()("planResourceChange", {
      typeName: "test_one",
      config,
      proposedNewState: config,
    });
    expect(diagnostics).toEqual([]);
    expect(received(attributes, plannedState)).toMatchObject({ id: unknown, name: "n" });
  });

  it("keeps the state with a warning", async () => {
    const response = await unconfigured()("readResource", {
      typeName: "test_one",
      currentState: state,
      private: bytes('{"a":1}'),
    });
    expect(received(attributes, response.newState)).toMatchObject({ id: "1", name: "n" });
    expect(textOf(response.private)).toBe('{"a":1}');
    expect(reported(response.diagnostics)).toEqual([expect.stringMatching(/^warning at : Refresh skipped/)]);
  });

  it("does not write, and returns the prior state", async () => {
    const response = await unconfigured()("applyResourceChange", {
      typeName: "test_one",
      priorState: state,
      plannedState: sent(attributes, { id: "1", name: "m" }),
    });
    expect(received(attributes, response.newState)).toMatchObject({ name: "n" });
    expect(reported(response.diagnostics)).toEqual([
      expect.stringContaining("The provider cannot update test_one"),
    ]);
  });

  it("does not import", async () => {
    const response = await unconfigured()("importResourceState", { typeName: "test_one", id: "1" });
    expect(response.importedResources).toEqual([]);
    expect(reported(response.diagnostics)).toEqual([
      expect.stringContaining("Provider configuration unknown"),
    ]);
  });

  it("refuses data sources, also where Terraform allows to defer them", async () => {
    const lookup = dataSource({
      description: "",
      attributes: { name: string().required(""), found: string().computed("") },
      read: async () => ({ name: "", found: "" }),
    });
    const { call } = session({ ...providerOf({ attributes }), dataSources: { test_lookup: lookup } });
    const config = sent(lookup.attributes, { name: "n" });
    const answer = await call("readDataSource", {
      typeName: "test_lookup",
      config,
      clientCapabilities: {
        deferralAllowed: true,
        writeOnlyAttributesAllowed: false,
        storePlannedPrivate: false,
        computedBlocksAllowed: false,
      },
    });
    expect(answer.deferred).toBeUndefined();
    expect(reported(answer.diagnostics)).toEqual([
      expect.stringContaining("The provider cannot read test_lookup"),
    ]);
  });

  it("reports an invalid configuration, and stays unconfigured", async () => {
    const { call } = session({
      ...providerOf({ attributes }),
      configure: async () => {
        throw new DiagnosticError("No way", "There is no key.", [{ attribute: "key" }]);
      },
    });
    expect(reported((await call("configureProvider", {})).diagnostics)).toEqual([
      "error at : No way: There is no key.",
    ]);
  });
});
