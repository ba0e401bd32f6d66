import type { Diagnostic } from "../diagnostics";
import { printableLines } from "../printable-text";
import {
  type AttributePath,
  type AttributePath_Step,
  Diagnostic_Severity,
  type Diagnostic as ProtocolDiagnostic,
} from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import type { Path, PathStep } from "../values/path";
import type { Type } from "../values/type";

/**
 * Converts diagnostics to the protocol's form. Their paths are those of an object with the given attributes. Characters
 * that are unsafe to print are escaped.
 */
export function protocolDiagnostics(
  attributes: Attributes,
  diagnostics: readonly Diagnostic[],
): ProtocolDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail, path = [] }) => {
    const attribute = protocolPath(attributes, path);
    return {
      severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
      summary: printableLines(summary),
      detail: printableLines(detail),
      ...(attribute.steps.length > 0 && { attribute }),
    };
  });
}

/** Converts a path to the protocol's form. */
export function protocolPath(attributes: Attributes, path: Path): AttributePath {
  return { steps: addressablePart(attributes, path).map((step) => ({ selector: selector(step) })) };
}

/**
 * The part of a path that Terraform accepts. It ends at a set, whose elements have no address, and where the schema ends.
 */
export function addressablePart(attributes: Attributes, path: Path): Path {
  let type: Type | undefined = objectType(attributes);
  const end = path.findIndex((step) => {
    type = type && stepInto(type, step);
    return type === undefined;
  });
  return end < 0 ? path : path.slice(0, end);
}

function stepInto(type: Type, step: PathStep): Type | undefined {
  if ("attribute" in step) return type.kind === "object" ? type.attributes[step.attribute] : undefined;
  return type.kind === ("key" in step ? "map" : "list") ? type.element : undefined;
}

function selector(step: PathStep): NonNullable<AttributePath_Step["selector"]> {
  if ("attribute" in step) return { $case: "attributeName", value: step.attribute };
  return "key" in step
    ? { $case: "elementKeyString", value: step.key }
    : { $case: "elementKeyInt", value: step.index };
}
