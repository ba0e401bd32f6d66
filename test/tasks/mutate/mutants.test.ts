import { mutantsOf } from "../../../src/tasks/mutate/mutants";

/** The changes of a file: where, and what becomes of what. */
const changesOf = (code: string) =>
  mutantsOf(code).map(
    ({ line, before, after }) => `${line}: ${before.trim()} → ${after.trim() || "nothing"}`,
  );

it.each([
  ["compares otherwise", "const a = b < c;", ["1: < → <="]],
  ["joins conditions otherwise", "const a = b && c;", ["1: && → ||"]],
  [
    "drops a default, in parentheses",
    "const a = b ?? c ?? d;",
    ["1: b ?? c ?? d → (b ?? c && d)", "1: b ?? c → (b && c)"],
  ],
  ["counts otherwise", "let a = 465; export { a };", ["1: 465 → 466"]],
  ["turns a flag", "const a = { b: true };", ["1: true → false"]],
  ["turns a condition", "\nif (a) b();", ["2: a → !(a)", "2: b(); → {}"]],
  ["leaves out a negation", "const a = !b;", ["1: ! → nothing"]],
  ["leaves out a statement, and adds otherwise", "a += 1;", ["1: a += 1; → {}", "1: += → -=", "1: 1 → 2"]],
  ["finds places after letters of several bytes", "/* é 📮 */\nconst a = 'ü' + b;", ["2: + → -"]],
  ["leaves types and imports as they are", 'import a from "b";\ntype C = 1 | true;\nlet d: 2 | false;', []],
])("%s", (_, code, changes) => {
  expect(changesOf(code)).toEqual(changes);
});

it("returns the whole file with one change", () => {
  const [first, second] = mutantsOf("/* é */ const a = 1;\nconst b = 2;\n");
  expect(first?.code()).toBe("/* é */ const a = 2;\nconst b = 2;\n");
  expect(second?.code()).toBe("/* é */ const a = 1;\nconst b = 3;\n");
});
