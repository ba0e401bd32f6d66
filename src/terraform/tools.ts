/**
 * For programs that use a provider without Terraform: builds, tests, releases, and commands that compare states. A
 * provider needs only `index.ts`.
 */

export { schemaVersion } from "./definition/definition";
export { generatedConfig } from "./planning/generated-config";
export { keepSemanticallyEqual, withoutSecrets } from "./planning/plan-change";
export { secretValues } from "./planning/secret-values";
export { printableJson } from "./printable-text";
export { type Diagnostic as ProtocolDiagnostic, ProviderDefinition } from "./protocol/generated/tfplugin6";
export { decodeValue, encodeObject } from "./rpc/protocol-forms";
export { schemaJson } from "./rpc/schema-json";
export { currentState } from "./rpc/stored-state";
export { validateConfig } from "./schema/validation";
export { type Certificate, createCertificate } from "./serve/certificate";
export type { Method } from "./serve/grpc/service";
export type { RequestOf, ResponseOf, Rpc, StreamingRpc, UnaryRpc } from "./serve/handlers";
export { pluginEnvironment, providerProtocol } from "./serve/handshake";
export { schemaRpcs } from "./serve/provider-server";
export { decodeJson } from "./values/json";
