import { Schema_Object_NestingMode as Mode } from "../../src/terraform/protocol/generated/tfplugin6";
import { identical } from "../../src/terraform/values/equal";
import { asObject, type ObjectValue, objectValue } from "../../src/terraform/values/object-value";
import { Unknown, type Value } from "../../src/terraform/values/value";
import type { SchemaAttribute, SchemaAttributes } from "./schema";

/**
 * The state that a core proposes to a provider: the configuration, and the prior value of what is computed and not
 * configured. Elements of a list or map continue those of the same place, elements of a set those that they could come from.
 */
export function proposedState(
  attributes: SchemaAttributes,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      proposedValue(attribute, prior?.[name] ?? null, config[name] ?? null),
    ]),
  );
}

function proposedValue(attribute: SchemaAttribute, prior: Value, config: Value): Value {
  const { nested, isComputed } = attribute;
  if (config === null && isComputed) return wasConfigured(attribute, prior) ? null : prior;
  if (config === null || config instanceof Unknown || nested === undefined) return config;
  const element = (before: Value | undefined, now: Value): Value => {
    const object = asObject(now);
    return object === null ? now : proposedState(nested.attributes, asObject(before), object);
  };
  if (nested.mode === Mode.SINGLE) return element(prior, config);
  if (nested.mode === Mode.MAP) {
    const before = asObject(prior);
    return objectValue(
      Object.entries(asObject(config) ?? {}).map(([key, now]) => [key, element(before?.[key], now)]),
    );
  }
  const before = [...elements(prior)];
  if (nested.mode === Mode.LIST) return elements(config).map((now, index) => element(before[index], now));
  return elements(config).map((now) => {
    const found = before.findIndex((one) => couldComeFrom(nested.attributes, one, now));
    return element(found < 0 ? null : before.splice(found, 1)[0], now);
  });
}

/** Whether a part of the prior value can only have come from a configuration, which has it no longer. */
function wasConfigured({ isOptional, nested }: SchemaAttribute, prior: Value): boolean {
  if (!isOptional || nested === undefined || prior === null) return false;
  const objects = nested.mode === Mode.SINGLE ? [prior] : Object.values(prior as object);
  return objects.some((object: Value) =>
    Object.entries(nested.attributes).some(
      ([name, attribute]) =>
        (asObject(object)?.[name] ?? null) !== null &&
        (!attribute.isComputed || wasConfigured(attribute, asObject(object)?.[name] ?? null)),
    ),
  );
}

/** Whether a prior element of a set is a configured one with only computed values added. */
function couldComeFrom(attributes: SchemaAttributes, prior: Value, config: Value): boolean {
  const [before, now] = [asObject(prior), asObject(config)];
  if (before === null || now === null) return before === now;
  return Object.entries(attributes).every(([name, attribute]) => {
    const [was, is] = [before[name] ?? null, now[name] ?? null];
    if (identical(attribute.type, was, is)) return true;
    if (attribute.nested?.mode === Mode.SINGLE) return couldComeFrom(attribute.nested.attributes, was, is);
    return attribute.isComputed && is === null;
  });
}

function elements(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
