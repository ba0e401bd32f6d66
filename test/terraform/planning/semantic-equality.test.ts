import { isSemanticallyEqual, keepEqualParts } from "../../../src/terraform/planning/plan-change";
import type { Shape } from "../../../src/terraform/schema/attribute";
import { list, map, set, string } from "../../../src/terraform/schema/shapes";
import { unknown, type Value } from "../../../src/terraform/values/value";

const word = () => string().normalForm((text) => text.toLowerCase());

describe("two values mean the same", () => {
  it.each<[string, Shape, Value, Value]>([
    ["texts by their rule", word(), "A", "a"],
    ["lists, element by element", list(word()), ["A", "b"], ["a", "B"]],
    ["sets in any order", set(word()), ["A", "b"], ["B", "a"]],
    ["maps, key by key", map(word()), { x: "A" }, { x: "a" }],
    ["sets of lists", set(list(word())), [["A"], ["b"]], [["B"], ["a"]]],
    ["sets in which one says it twice", set(word()), ["A", "a"], ["a"]],
    ["values without a rule that are equal", list(string()), ["a"], ["a"]],
  ])("if they are %s", (_name, shape, a, b) => {
    expect(isSemanticallyEqual(shape, a, b)).toBe(true);
  });

  it.each<[string, Shape, Value, Value]>([
    ["strings that their rule distinguishes", word(), "a", "b"],
    ["strings without a rule", string(), "a", "A"],
    ["a list and a longer one", list(word()), ["a"], ["A", "b"]],
    ["a list in another order", list(word()), ["a", "b"], ["B", "A"]],
    ["a set and a larger one", set(word()), ["a"], ["A", "b"]],
    ["maps with other keys", map(word()), { x: null }, { y: null }],
    ["a value and nothing", word(), "a", null],
    ["unknown values", word(), unknown, unknown],
    ["partly unknown", list(word()), ["a", unknown], ["A", unknown]],
  ])("not if they are %s", (_name, shape, a, b) => {
    expect(isSemanticallyEqual(shape, a, b)).toBe(false);
  });
});

describe("a set of 5,000 equivalent strings", () => {
  const texts = Array.from({ length: 5_000 }, (_, number) => `text ${number}`);
  const shouted = texts.map((text) => text.toUpperCase());

  it.each<[string, readonly string[], readonly string[]]>([
    ["is respelled as a whole", texts, shouted],
    ["is respelled element by element", [...texts, "new"], [...shouted, "NEW"]],
  ])("%s without comparing each with each", (_, reported, expected) => {
    let spelled = 0;
    const shape = set(
      string().normalForm((text) => {
        spelled += 1;
        return text.toLowerCase();
      }),
    );
    const known = reported.includes("new") ? [...shouted, "other"] : shouted;
    const result = keepEqualParts(shape, reported, known) as readonly string[];
    expect(result.map((text) => text.toUpperCase())).toEqual(expected);
    expect(result.slice(0, 5_000)).toEqual(shouted);
    expect(spelled).toBeLessThan(5 * reported.length);
  });
});

describe("a reported value in an equivalent form", () => {
  it.each<[string, Shape, Value, Value, Value]>([
    ["has the known one", word(), "a", "A", "A"],
    ["stays as reported if it is another value", word(), "b", "A", "b"],
    ["has that of each position in a list", list(word()), ["a", "b", "c"], ["B", "B", "A"], ["a", "B", "c"]],
    ["has that of any element in a set", set(word()), ["a", "b"], ["B", "X"], ["a", "B"]],
    ["is one element in a set if it is reported as two", set(word()), ["a", "A", "b"], ["A"], ["A", "b"]],
    ["has that of each key in a map", map(word()), { x: "a", y: "b" }, { y: "B" }, { x: "a", y: "B" }],
    ["stays as reported without a rule", set(string()), ["a"], ["A"], ["a"]],
    ["stays nothing", word(), null, "A", null],
  ])("%s", (_name, shape, reported, known, expected) => {
    expect(keepEqualParts(shape, reported, known)).toEqual(
      Array.isArray(expected) || typeof expected !== "object" || expected === null
        ? expected
        : Object.assign(Object.create(null), expected),
    );
  });
});
