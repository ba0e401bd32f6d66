/**
 * The public API for Terraform providers. `README.md` in this folder shows a complete provider, and lists the two other
 * modules that code outside this folder may import.
 */

export * from "./definition/definition";
export { PrivateState } from "./definition/private-state";
export * from "./definition/provider";
export { type Diagnostic, DiagnosticError, Diagnostics } from "./diagnostics";
export { areBothEmpty, isSemanticallyEqual, normalize } from "./planning/plan-change";
export { createHandlers } from "./rpc/handlers";
export { Attribute, type Attributes, type Check, type Report, Shape } from "./schema/attribute";
export { objectType } from "./schema/implied-type";
export type * from "./schema/infer";
export * from "./schema/shapes";
export { rejectNulls } from "./schema/validation";
export type { ProviderHandlers } from "./serve/handlers";
export type { Schemas } from "./serve/provider-server";
export * from "./start";
export { canonicalText, equal, identical } from "./values/equal";
export { asObject, type ObjectValue, objectValue } from "./values/object-value";
export { type Path, pathText } from "./values/path";
export type { Type } from "./values/type";
export { isFullyKnown, Unknown, unknown, type Value } from "./values/value";
