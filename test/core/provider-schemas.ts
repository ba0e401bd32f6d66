import type { Schema } from "../../src/terraform/protocol/generated/tfplugin6";
import type { ProviderHandlers, ResponseOf } from "../../src/terraform/serve/handlers";
import { type IdentitySchema, identitySchema, type ObjectSchema, objectSchema } from "./schema";
import { schemaProblems } from "./schema-check";
import type { CoreVersion } from "./version";

/** The answers that a core learns a provider's schemas from. */
export interface SchemaAnswers {
  readonly schemas: ResponseOf<"getProviderSchema">;
  /** Absent if the version does not ask, or the provider does not implement it. */
  readonly identities?: ResponseOf<"getResourceIdentitySchemas">;
}

/** What one version of a core makes of a provider's schemas. */
export interface ProviderSchemas {
  readonly provider: ObjectSchema;
  readonly resources: Readonly<Record<string, ObjectSchema>>;
  readonly identities: Readonly<Record<string, IdentitySchema>>;
  readonly lists: Readonly<Record<string, ObjectSchema>>;
  readonly actions: Readonly<Record<string, ObjectSchema>>;
  readonly generatesConfig: boolean;
  /** Whether a plugin process works without a request for its schemas. */
  readonly isAskingOptional: boolean;
  /** What is wrong with them, in sentences. A core refuses the provider, or crashes later. */
  readonly problems: readonly string[];
}

/** What versions made of an answer, which a provider may give again and again. */
const known = new WeakMap<SchemaAnswers["schemas"], Map<CoreVersion, ProviderSchemas>>();

export function providerSchemas(
  answers: SchemaAnswers,
  core: CoreVersion,
  handlers: ProviderHandlers,
): ProviderSchemas {
  const byVersion = known.get(answers.schemas) ?? new Map<CoreVersion, ProviderSchemas>();
  const made = byVersion.get(core) ?? make(answers, core, handlers);
  known.set(answers.schemas, byVersion.set(core, made));
  return made;
}

function make({ schemas, identities }: SchemaAnswers, core: CoreVersion, handlers: ProviderHandlers) {
  const { provider, resourceSchemas, listResourceSchemas, actionSchemas, serverCapabilities } = schemas;
  if (provider === undefined) throw new Error("The provider has no schema of its own.");
  const objects = (sent: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(sent).map(([type, schema]) => [type, objectSchema(schema, core)]));
  const lists = core.calls.includes("listResource") ? listResourceSchemas : {};
  const actions = core.calls.includes("invokeAction") ? actionSchemas : {};
  return {
    provider: objectSchema(provider, core),
    resources: objects(resourceSchemas),
    identities: Object.fromEntries(
      Object.entries(identities?.identitySchemas ?? {}).map(([type, sent]) => [type, identitySchema(sent)]),
    ),
    lists: objects(lists),
    actions: objects(
      Object.fromEntries(
        Object.entries(actions).flatMap(([name, { schema }]) =>
          schema === undefined ? [] : [[name, schema]],
        ),
      ),
    ),
    generatesConfig:
      core.calls.includes("generateResourceConfig") && serverCapabilities?.generateResourceConfig === true,
    isAskingOptional: serverCapabilities?.getProviderSchemaOptional === true,
    problems: schemaProblems(schemas, identities, handlers),
  };
}
