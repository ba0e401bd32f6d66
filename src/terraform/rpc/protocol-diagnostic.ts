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

/**
 * Converts a path to the protocol's form. It ends at a set, whose elements have no address, and where the schema ends:
 * Terraform rejects other steps.
 */
export function protocolPath(attributes: Attributes, path: Path): AttributePath {
  const steps: AttributePath_Step[] = [];
  let type: Type | undefined = objectType(attributes);
  for (const step of path) {
    type = type && stepInto(type, step);
    if (type === undefined) break;
    steps.push({ selector: selector(step) });
  }
  return { steps };
}

function stepInto(type: Type, step: PathStep): Type | undefined {
  if ("attribute" in step) return type.kind === "object" ? type.attributes[step.attribute] : undefined;
  if ("key" in step) return type.kind === "map" ? type.element : undefined;
  if (type.kind === "list") return type.element;
  return type.kind === "tuple" ? type.elements[step.index] : undefined;
}

function selector(step: PathStep): NonNullable<AttributePath_Step["selector"]> {
  if ("attribute" in step) return { $case: "attributeName", value: step.attribute };
  return "key" in step
    ? { $case: "elementKeyString", value: step.key }
    : { $case: "elementKeyInt", value: step.index };
}
