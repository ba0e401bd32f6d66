import { protocolSchema } from "../../src/terraform/rpc/protocol-forms";
import { nestedList, set, string } from "../../src/terraform/schema/shapes";
import { unknown } from "../../src/terraform/values/value";
import { planProblems } from "./plan-check";
import { proposedState } from "./proposed-state";
import { unknownWithPrefix } from "./refinements";
import { resultProblems } from "./result-check";
import { objectSchema } from "./schema";

const { attributes } = objectSchema(
  protocolSchema({
    description: "",
    attributes: {
      id: string().computed(""),
      name: string().required(""),
      kept: string().optionalComputed(""),
      secret: string().optional("").writeOnly(),
      tags: set(string()).optional(""),
      list: nestedList({ label: string().computed("") }).computed(""),
    },
  }),
);
const nothing = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
const object = (values: object) => ({ ...nothing, ...values });

describe("the state that a core proposes", () => {
  it("is the configuration, with prior values of what is computed and not configured", () => {
    const prior = object({ id: "1", name: "old", kept: "k", tags: ["a"] });
    const config = object({ name: "new" });
    expect(proposedState(attributes, prior, config)).toEqual(object({ id: "1", name: "new", kept: "k" }));
    expect(proposedState(attributes, null, config)).toEqual(config);
  });
});

describe("a core's check of a plan", () => {
  const prior = object({ id: "1", name: "A" });

  it.each<[title: string, config: object, planned: object, problems: number]>([
    ["takes what is configured", { name: "a" }, { name: "a", id: unknown }, 0],
    ["takes the prior value for what means the same", { name: "a" }, { name: "A", id: "1" }, 0],
    ["refuses any other value", { name: "a" }, { name: "b", id: "1" }, 1],
    ["refuses a value of what is not computed", { name: "a" }, { name: "a", tags: [] }, 1],
    [
      "refuses an unknown value of what is configured",
      { name: "a", kept: "k" },
      { name: "a", kept: unknown },
      1,
    ],
    ["refuses a write-only value", { name: "a", secret: "s" }, { name: "a", secret: "t" }, 1],
    ["takes any value of what is computed", { name: "a" }, { name: "a", list: [{ label: "a" }] }, 0],
  ])("%s", (_title, config, planned, problems) => {
    expect(planProblems(attributes, prior, object(config), object(planned))).toHaveLength(problems);
  });
});

describe("a core's check of a result", () => {
  const prefixed = unknownWithPrefix("pre-");

  it.each<[title: string, planned: object, actual: object, problems: number]>([
    ["takes any value for an unknown one", { id: unknown }, { id: "1" }, 0],
    ["takes a value as refined", { id: prefixed }, { id: "pre-1" }, 0],
    ["refuses a value against a refinement", { id: prefixed }, { id: "1" }, 1],
    ["refuses null against a refinement", { id: prefixed }, { id: null }, 1],
    ["refuses another value", { name: "a" }, { name: "b" }, 1],
    ["refuses null for a value, and a value for null", { name: "a" }, { name: null, kept: "k" }, 2],
    ["takes a set in another order", { tags: ["a", "b"] }, { tags: ["b", "a"] }, 0],
    ["refuses an element that was not planned", { tags: ["a"] }, { tags: ["a", "b"] }, 1],
    ["takes equal elements for several unknown ones", { tags: [unknown, unknown] }, { tags: ["a"] }, 0],
    ["refuses another number of elements", { list: [{ label: "a" }] }, { list: [] }, 1],
    ["refuses another value in an element", { list: [{ label: "a" }] }, { list: [{ label: "b" }] }, 1],
  ])("%s", (_title, planned, actual, problems) => {
    expect(resultProblems(attributes, object(planned), object(actual))).toHaveLength(problems);
  });
});
