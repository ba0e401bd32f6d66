import { textProblem } from "../service/requests";
import type { Rule } from "../service/rules";
import { bool, integer, map, oneOf, type Shape, set, string } from "../terraform";

const shapes = new WeakMap<Rule, Shape>();
const rules = new WeakMap<Shape, Rule>();

/** The shape of values that the service accepts by a rule, in any spelling. Lists are sets: the service keeps no order. */
export function shapeOf<T>(rule: Rule<T>): Shape<T> {
  let shape = shapes.get(rule);
  if (shape === undefined) {
    shape = newShape(rule);
    shapes.set(rule, shape);
    rules.set(shape, rule);
  }
  return shape as Shape<T>;
}

/** The rule that a shape follows; undefined for shapes of values that the service does not know. */
export function ruleOf(shape: Shape): Rule | undefined {
  return rules.get(shape);
}

function newShape(rule: Rule): Shape {
  const { type, item = rule } = rule;
  switch (type) {
    case "text":
      return textShape(rule);
    case "flag":
      return bool();
    case "number":
      return integer();
    case "list":
      return withRule(set(shapeOf(item)), rule);
    case "map":
      return withRule(map(shapeOf(item)), rule);
    case "objects":
      throw new TypeError("Only the service sets nested objects.");
  }
}

function textShape(rule: Rule): Shape<string> {
  const { words, normalForm = (text) => text, isStrict } = rule;
  if (words !== undefined) return oneOf(words, { isOpen: true });
  const accepted = isStrict ? normalForm : (text: string) => text;
  const shape = withRule(string(), rule, accepted, (text) => textProblem(rule, text));
  return rule.normalForm === undefined ? shape : shape.normalForm(normalForm);
}

/** The shape with the requirements and warnings of a rule, for the value in the form that the service accepts. */
function withRule<T>(
  shape: Shape<T>,
  rule: Rule,
  accepted: (value: T) => T = (value) => value,
  problemOf: (value: T) => string | undefined = (value) => rule.problem?.(value),
): Shape<T> {
  return shape.check((value, report) => {
    const problem = problemOf(accepted(value));
    if (problem !== undefined) report.error(problem);
    else for (const advice of rule.advice?.(accepted(value)) ?? []) report.warning(advice);
  });
}
