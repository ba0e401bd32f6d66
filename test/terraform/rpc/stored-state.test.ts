import { number, string } from "../../../src/terraform/schema/shapes";
import { providerOf, received, reported, session } from "./session";

const bytes = (text: string) => new TextEncoder().encode(text);
const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  size: number().optional(""),
};

describe("a stored state", () => {
  const upgraded = async (json: string, version = 0) => {
    const { call } = session(providerOf({ attributes }));
    const response = await call("upgradeResourceState", {
      typeName: "test_one",
      version,
      rawState: { json: bytes(json), flatmap: {} },
    });
    return { state: received(attributes, response.upgradedState), reported: reported(response.diagnostics) };
  };

  it("is converted to the schema", async () => {
    expect(await upgraded('{"name":"n","size":"12","gone":[1]}')).toEqual({
      state: expect.objectContaining({ id: null, name: "n", size: 12 }),
      reported: [],
    });
  });

  it.each(["1e1", "10.0", "1.0e1", '"10"'])("has the number ten written as %s", async (size) => {
    const { state } = await upgraded(`{"size":${size}}`);
    expect(state).toMatchObject({ size: 10 });
  });

  it("of nothing is nothing", async () => {
    expect(await upgraded("null")).toEqual({ state: null, reported: [] });
  });

  it.each([
    "",
    "{",
    "[]",
    '"text"',
    '{"name":{"a":1}}',
    '{"size":"many"}',
    '{"size":9007199254740992}',
    "\u0000",
  ])("that is %j is refused with a diagnostic, or nothing", async (json) => {
    const { state, reported: diagnostics } = await upgraded(json);
    expect(state).toBeNull();
    expect(diagnostics).toHaveLength(json === "" ? 0 : 1);
  });

  it("of an unsupported version is an error", async () => {
    const { state, reported: diagnostics } = await upgraded('{"name":"n"}', 7);
    expect(state).toBeNull();
    expect(diagnostics).toEqual([
      "error at : Unsupported state version: The state has a test_one of schema version 7, but this version of the provider supports version 0. Use the provider version that wrote the state, or a later one.",
    ]);
  });
});
