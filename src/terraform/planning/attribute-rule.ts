import type { Attribute, Attributes, Nesting } from "../schema/attribute";
import { asObject, type ObjectValue, objectValue, plainObject } from "../values/object-value";
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

type Descent = (attributes: Attributes, place: Place, rule: AttributeRule) => Value;

const descents: Record<Nesting, Descent> = {
  single: (attributes, place, rule) =>
    applyToObject(attributes, place.planned, place.configured, place.prior, pathOf(place), rule),

  list: (attributes, place, rule) =>
    elements(place.planned).map((planned, index) =>
      applyToObject(
        attributes,
        planned,
        elements(place.configured)[index],
        elements(place.prior)[index],
        [...pathOf(place), { index }],
        rule,
      ),
    ),

  set: (attributes, place, rule) => {
    const configured = configuredElements(attributes, elements(place.configured));
    const prior = priorElements(attributes, elements(place.prior));
    return elements(place.planned).map((planned, index) =>
      applyToObject(
        attributes,
        planned,
        configured(planned),
        prior(planned),
        [...pathOf(place), { index }],
        rule,
      ),
    );
  },

  map: (attributes, place, rule) =>
    objectValue(
      Object.entries(asObject(place.planned) ?? {}).map(([key, planned]) => [
        key,
        applyToObject(
          attributes,
          planned,
          asObject(place.configured)?.[key],
          asObject(place.prior)?.[key],
          [...pathOf(place), { key }],
          rule,
        ),
      ]),
    ),
};

function descend(
  nested: { mode: Nesting; attributes: Attributes },
  place: Place,
  rule: AttributeRule,
): Value {
  const { planned } = place;
  const isHere = Array.isArray(planned) || asObject(planned) !== null;
  return isHere ? descents[nested.mode](nested.attributes, place, rule) : planned;
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

function elements(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
