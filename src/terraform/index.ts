/**
 * The public API for Terraform providers. `README.md` in this folder shows a complete provider, and lists the two other
 * modules that code outside this folder may import.
 */

export type { Action, ActionCall, AnyAction } from "./definition/action";
export type {
  AnyDataSource,
  AnyEphemeralResource,
  DataSource,
  EphemeralResource,
} from "./definition/data-source";
export type {
  AnyListResource,
  ListCall,
  ListItem,
  ListResource,
} from "./definition/list-resource";
export { PrivateState } from "./definition/private-state";
export {
  type AnyProvider,
  action,
  dataSource,
  ephemeralResource,
  listResource,
  type Provider,
  provider,
  resource,
} from "./definition/provider";
export {
  type AnyProviderFunction,
  ArgumentError,
  type Parameter,
  type ProviderFunction,
  providerFunction,
} from "./definition/provider-function";
export type {
  AnyResource,
  Call,
  Identity,
  IdentityAttributes,
  PlanCall,
  Resource,
  ResourceIdentity,
  WriteCall,
} from "./definition/resource";
export { type Diagnostic, DiagnosticError, Diagnostics } from "./diagnostics";
export { areBothEmpty, isSemanticallyEqual, normalize } from "./planning/semantic-equality";
export { createHandlers } from "./rpc/handlers";
export { Attribute, type Attributes, type Check, type Report, Shape } from "./schema/attribute";
export { objectType } from "./schema/implied-type";
export type { AppliedPlan, Config, PartialConfig, Plan, State } from "./schema/infer";
export { bool, integer, list, map, nestedList, number, oneOf, set, string } from "./schema/shapes";
export { rejectNulls } from "./schema/validation";
export type { ProviderHandlers } from "./serve/handlers";
export type { Schemas } from "./serve/provider-server";
export * from "./start";
export { canonicalText, equal, identical } from "./values/equal";
export { asObject, type ObjectValue, objectValue } from "./values/object-value";
export { type Path, pathText } from "./values/path";
export type { Type } from "./values/type";
export { isFullyKnown, Unknown, unknown, type Value } from "./values/value";
