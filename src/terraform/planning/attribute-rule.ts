import type { Attribute, Attributes, Nesting } from "../schema/attribute";
import { mapElements } from "../values/elements";
import { asObject, type ObjectValue, plainObject } from "../values/object-value";
import type { Path } from "../values/path";
import type { Value } from "../values/value";
import { configuredElements, priorElements } from "./matching-element";

/** One attribute of an object: its planned, configured and prior values. */
export interface Place {
  readonly planned: Value;
  readonly configured: Value;
  readonly prior: Value;
  /** Whether the prior state has the object that the attribute belongs to. */
  readonly existed: boolean;
  /** Whether the configuration has the object that the attribute belongs to. */
  readonly isConfigured: boolean;
  readonly name: string;
  /** The path of the object. */
  readonly parent: Path;
}

/** The path of an attribute. */
export function pathOf({ parent, name }: Place): Path {
  return [...parent, { attribute: name }];
}

/** A planned value to whose parts no rule is applied. */
export class FinalValue {
  constructor(readonly value: Value) {}
}

/** Returns the planned value of an attribute. */
export type AttributeRule = (attribute: Attribute, place: Place) => Value | FinalValue;

/** The planned object, with the configured and the prior object at the same path. */
interface Objects {
  readonly planned: ObjectValue;
  readonly configured: ObjectValue | null;
  readonly prior: ObjectValue | null;
}

/** Applies a rule to every attribute, from the outside in. The parts of an attribute are those of the returned value. */
export function applyRule(
  attributes: Attributes,
  objects: Objects,
  rule: AttributeRule,
  parent: Path = [],
): { [name: string]: Value } {
  const { configured, prior } = objects;
  const applied = plainObject<Value>();
  for (const name in attributes) {
    const attribute = attributes[name] as Attribute;
    const place: Place = {
      planned: objects.planned[name] ?? null,
      configured: configured?.[name] ?? null,
      prior: prior?.[name] ?? null,
      existed: prior !== null,
      isConfigured: configured !== null,
      name,
      parent,
    };
    const planned = rule(attribute, place);
    const { nested } = attribute.parts.shape.parts;
    if (planned instanceof FinalValue) applied[name] = planned.value;
    else applied[name] = nested ? descend(nested, { ...place, planned }, rule) : planned;
  }
  return applied;
}

function descend(
  nested: { readonly mode: Nesting; readonly attributes: Attributes },
  place: Place,
  rule: AttributeRule,
): Value {
  const { attributes, mode } = nested;
  const { planned, configured, prior } = place;
  const path = pathOf(place);
  if (mode === "single") return applyToObject(attributes, planned, configured, prior, path, rule);
  const configuredOf = configuredElements(nested, configured);
  const priorOf = priorElements(nested, prior);
  return mapElements(planned, (element, step) => {
    const others = [configuredOf(element, step), priorOf(element, step)] as const;
    return applyToObject(attributes, element, ...others, [...path, step], rule);
  });
}

function applyToObject(
  attributes: Attributes,
  planned: Value,
  configured: Value | undefined,
  prior: Value | undefined,
  path: Path,
  rule: AttributeRule,
): Value {
  const object = asObject(planned);
  if (object === null) return planned;
  return applyRule(
    attributes,
    { planned: object, configured: asObject(configured), prior: asObject(prior) },
    rule,
    path,
  );
}
