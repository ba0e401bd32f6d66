import { PrivateState } from "../../../src/terraform/definition/private-state";

const bytes = (text: string) => new TextEncoder().encode(text);
const noted = (notes: Record<string, unknown>) => {
  const state = new PrivateState();
  for (const [name, note] of Object.entries(notes)) state.set(name, note);
  return state;
};

describe("private notes", () => {
  it("come back as they were noted", () => {
    const again = new PrivateState(noted({ a: [1, { b: null }], c: "d" }).toBytes());
    expect([again.get("a"), again.get("c"), again.get("e")]).toEqual([[1, { b: null }], "d", undefined]);
  });

  it("take no bytes where there are none", () => {
    const state = noted({ a: 1 });
    state.set("a", undefined);
    expect(state.toBytes()).toHaveLength(0);
  });

  it.each(["no JSON", "[1]", "null", '"text"', "\u0000"])("that are %j count as none", (rubbish) => {
    const state = new PrivateState(bytes(rubbish));
    expect(state.get("0")).toBeUndefined();
    expect(state.toBytes()).toHaveLength(0);
  });

  it("have no entries except those that were set", () => {
    expect(new PrivateState(bytes("{}")).get("toString")).toBeUndefined();
  });

  it("of a replaced object reach its deletion, in addition to those of the plan of its replacement", () => {
    const planned = PrivateState.ofPlannedCreate(noted({ old: true }).toBytes());
    expect(planned.get("old")).toBeUndefined();
    planned.set("new", true);
    expect(PrivateState.ofDelete(planned.toBytes()).get("old")).toBe(true);
    expect(PrivateState.ofDelete(planned.toBytes()).get("new")).toBeUndefined();
    const created = PrivateState.ofCreate(planned.toBytes());
    expect(new TextDecoder().decode(created.toBytes())).toBe('{"new":true}');
  });

  it("of an object that replaces none reach its own deletion", () => {
    expect(PrivateState.ofDelete(noted({ own: true }).toBytes()).get("own")).toBe(true);
  });
});
