import { apiVersions } from "../../src/service/api-version";
import {
  contactTypes,
  frequencies,
  protocols,
  schedules,
  sourceTypes,
  syncMethods,
} from "../../src/service/enumerations";
import { kinds } from "../../src/service/kinds";
import { Diagnostics } from "../../src/terraform/diagnostics";
import type { Attributes, Shape } from "../../src/terraform/schema/attribute";
import { validateShape } from "../../src/terraform/schema/validation";
import { objectValue } from "../../src/terraform/values/object-value";
import type { Type } from "../../src/terraform/values/type";
import { unknown, type Value } from "../../src/terraform/values/value";

const texts: readonly string[] = [
  ...Object.values(kinds).map(({ prefix }) => prefix + "0123456789abcdef".repeat(2)),
  ...[frequencies, syncMethods, sourceTypes, protocols, contactTypes, schedules].flat(),
  `PP${"0".repeat(64)}`,
  "192.0.2.1",
  "192.0.2.0/30",
  "127.0.0.2",
  "mail.example.com",
  "https://api.example.com/4.0",
  ...apiVersions,
  "brackets",
  "Some text",
];

/** Values that a shape accepts, all known. An enumeration that is not among the service's has none. */
export function knownValues(shape: Shape): readonly Value[] {
  const { type, element, nested } = shape.parts;
  if (nested !== undefined) {
    const object = objectValue(
      Object.entries(nested.attributes).map(([name, { parts }]) => [
        name,
        knownValues(parts.shape)[0] ?? null,
      ]),
    );
    return accepted(shape, inCollection("list", [object]));
  }
  return accepted(shape, element ? inCollection(type.kind, knownValues(element).slice(0, 2)) : ofType(type));
}

/** Values that are unknown in part, and the unknown value itself. */
export function partlyUnknownValues(shape: Shape): readonly Value[] {
  const { type, element, nested } = shape.parts;
  if (nested !== undefined) {
    const objects = [allUnknown(nested.attributes), unknown];
    return [unknown, ...objects.flatMap((object) => inCollection("list", [object]))];
  }
  if (element === undefined) return [unknown];
  const [known] = knownValues(element);
  const parts = partlyUnknownValues(element);
  return [
    unknown,
    ...parts.flatMap((part) => inCollection(type.kind, [part])),
    ...parts.flatMap((part) => inCollection(type.kind, known === undefined ? [part] : [known, part])),
  ];
}

/** An object whose every attribute is unknown. */
export function allUnknown(attributes: Attributes) {
  return objectValue(Object.keys(attributes).map((name) => [name, unknown] as const));
}

function inCollection(mode: string, items: readonly Value[]): readonly Value[] {
  if (mode === "single") return items;
  if (mode === "map") return [objectValue(items.map((item, index) => [`key${index}`, item]))];
  return [[...items]];
}

function ofType({ kind }: Type): readonly Value[] {
  if (kind === "bool") return [true, false];
  if (kind === "number") return [1, 30, 100];
  return kind === "string" ? texts : [];
}

/** Those without a warning come first. */
function accepted(shape: Shape, values: readonly Value[]): readonly Value[] {
  const checked = values.map((value) => {
    const diagnostics = new Diagnostics();
    validateShape(shape, value, diagnostics, { writeOnly: true }, []);
    return { value, diagnostics };
  });
  return checked
    .filter(({ diagnostics }) => !diagnostics.hasErrors)
    .sort((a, b) => a.diagnostics.list.length - b.diagnostics.list.length)
    .map(({ value }) => value);
}
