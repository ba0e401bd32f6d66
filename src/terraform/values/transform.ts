import { attributeOrder } from "./attribute-order";
import { asObject, type ObjectValue } from "./object-value";
import type { Path, PathStep } from "./path";
import { distinct } from "./set-elements";
import type { Type } from "./type";
import { Dynamic, Unknown, type Value } from "./value";

/** What {@link transform} asks of each part: its type, its value, where it is; the answer takes its place. */
export type TransformPart = (type: Type, value: Value, path: Path) => Value;

/**
 * A value with each of its parts replaced by what `part` makes of it, the innermost first and the whole last.
 * Of a dynamic value the inner value is asked first, with its own type, then the dynamic one, at the same path.
 * Attributes that the value lacks are asked as null. Sets lose what became a duplicate. A value of which nothing
 * changes is returned as it is, not copied.
 */
export function transform(type: Type, value: Value, part: TransformPart): Value {
  return transformAt(type, value, part, []);
}

function transformAt(type: Type, value: Value, part: TransformPart, path: Path): Value {
  return part(
    type,
    value === null || value instanceof Unknown ? value : inside(type, value, part, path),
    path,
  );
}

function inside(type: Type, value: Value, part: TransformPart, path: Path): Value {
  switch (type.kind) {
    case "list":
      return elements(value, part, path, () => type.element);
    case "set": {
      const changed = elements(value, part, path, () => type.element);
      return changed === value || !Array.isArray(changed) ? changed : distinct(type.element, changed);
    }
    case "tuple":
      return elements(value, part, path, (index) => type.elements[index]);
    case "map": {
      const keys = Object.keys(asObject(value) ?? {});
      return members(
        value,
        part,
        path,
        keys.map((key) => ({ name: key, type: type.element, step: { key } })),
      );
    }
    case "object":
      return members(value, part, path, attributeOrder(type.attributes).inOrder);
    case "dynamic": {
      if (!(value instanceof Dynamic)) return value;
      const inner = transformAt(value.type, value.value, part, path);
      return inner === value.value ? value : new Dynamic(value.type, inner);
    }
    default:
      return value;
  }
}

function elements(
  value: Value,
  part: TransformPart,
  path: Path,
  typeAt: (index: number) => Type | undefined,
): Value {
  if (!Array.isArray(value)) return value;
  const values: readonly Value[] = value;
  const changed = values.map((element, index) => {
    const type = typeAt(index);
    return type === undefined ? element : transformAt(type, element, part, [...path, { index }]);
  });
  return changed.some((element, index) => element !== values[index]) ? changed : value;
}

function members(
  value: Value,
  part: TransformPart,
  path: Path,
  parts: readonly { readonly name: string; readonly type: Type; readonly step: PathStep }[],
): Value {
  const values: ObjectValue | null = asObject(value);
  if (values === null) return value;
  const changed: Record<string, Value> = Object.create(null);
  let same = true;
  for (const { name, type, step } of parts) {
    const member = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    const result = transformAt(type, member, part, [...path, step]);
    if (result !== values[name]) same = false;
    changed[name] = result;
  }
  return same ? value : changed;
}
