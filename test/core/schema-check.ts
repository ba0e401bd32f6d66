import {
  Schema_NestedBlock_NestingMode as Nesting,
  type ResourceIdentitySchema,
  type Schema,
  type Schema_Attribute,
  type Schema_Block,
} from "../../src/terraform/protocol/generated/tfplugin6";
import type { ProviderHandlers, ResponseOf, Rpc } from "../../src/terraform/serve/handlers";
import { typeIn } from "./schema";

/** What a core refuses in schemas, or crashes on later. One sentence for each problem. */
export function schemaProblems(
  schemas: ResponseOf<"getProviderSchema">,
  identities: ResponseOf<"getResourceIdentitySchemas"> | undefined,
  handlers: ProviderHandlers,
): string[] {
  const { resourceSchemas, dataSourceSchemas, ephemeralResourceSchemas } = schemas;
  const { provider, listResourceSchemas, actionSchemas } = schemas;
  const actions = Object.entries(actionSchemas);
  const all: readonly (readonly [place: string, Schema | undefined])[] = [
    ["the provider", provider],
    ...[resourceSchemas, dataSourceSchemas, ephemeralResourceSchemas, listResourceSchemas].flatMap((sent) =>
      Object.entries(sent),
    ),
    ...actions.map(([name, { schema }]) => [name, schema] as const),
  ];
  return [
    ...all.flatMap(([place, schema]) =>
      schema?.block === undefined ? [`${place} has no schema.`] : ofBlock(schema.block, place),
    ),
    ...Object.entries(identities?.identitySchemas ?? {}).flatMap(([type, sent]) => ofIdentity(type, sent)),
    // Only a version that asks for identities has lists.
    ...(identities === undefined ? [] : Object.keys(listResourceSchemas)).flatMap((type) => [
      ...(type in resourceSchemas ? [] : [`The list ${type} has no resource of that type.`]),
      ...(type in (identities?.identitySchemas ?? {}) ? [] : [`The listed ${type} has no identity.`]),
    ]),
    ...unimplemented(schemas, identities, handlers),
  ];
}

function ofBlock({ attributes, blockTypes, deprecated, deprecationMessage }: Schema_Block, place: string) {
  const problems: string[] = attributes.flatMap((one) => ofAttribute(one, `${place}.${one.name}`));
  if (deprecationMessage !== "" && !deprecated)
    problems.push(`${place} has a deprecation message, and is not deprecated.`);
  for (const { typeName, block, nesting, minItems } of blockTypes) {
    if (block === undefined) continue;
    if (block.computed && (nesting === Nesting.GROUP || minItems > 0))
      problems.push(`${place}.${typeName} is computed, and so may neither be a group nor have a minimum.`);
    problems.push(...ofBlock(block, `${place}.${typeName}`));
  }
  return problems;
}

function ofAttribute(sent: Schema_Attribute, place: string): string[] {
  const { optional, required, computed, writeOnly, deprecated, deprecationMessage, nestedType } = sent;
  const wrong = [
    [!optional && !required && !computed, "must be optional, required or computed"],
    [required && (optional || computed), "cannot be required and also optional or computed"],
    [writeOnly && computed, "cannot be write-only and computed"],
    [deprecationMessage !== "" && !deprecated, "has a deprecation message, and is not deprecated"],
    [(nestedType === undefined) === (sent.type.length === 0), "must have either a type or a nested type"],
  ] as const;
  return [
    ...wrong.filter(([isWrong]) => isWrong).map(([, problem]) => `${place} ${problem}.`),
    ...(nestedType?.attributes ?? []).flatMap((one) => ofAttribute(one, `${place}.${one.name}`)),
  ];
}

function ofIdentity(type: string, { version, identityAttributes }: ResourceIdentitySchema): string[] {
  const problems = version < 0 ? [`The identity of ${type} has a negative version.`] : [];
  for (const { name, type: sent, requiredForImport, optionalForImport } of identityAttributes) {
    if (requiredForImport === optionalForImport)
      problems.push(`${type}: the identity's ${name} must be either required or optional for import.`);
    if (["map", "set", "object"].includes(typeIn(sent).kind))
      problems.push(`${type}: the identity's ${name} may be neither a map nor a set nor an object.`);
  }
  return problems;
}

/** The calls that the schemas or capabilities announce, and that the provider does not answer. */
function unimplemented(
  { serverCapabilities, listResourceSchemas, actionSchemas }: ResponseOf<"getProviderSchema">,
  identities: ResponseOf<"getResourceIdentitySchemas"> | undefined,
  handlers: ProviderHandlers,
): string[] {
  const announced: readonly (readonly [isAnnounced: boolean | undefined, calls: readonly Rpc[]])[] = [
    [serverCapabilities?.moveResourceState, ["moveResourceState"]],
    [serverCapabilities?.generateResourceConfig, ["generateResourceConfig"]],
    [Object.keys(identities?.identitySchemas ?? {}).length > 0, ["upgradeResourceIdentity"]],
    [Object.keys(listResourceSchemas).length > 0, ["validateListResourceConfig", "listResource"]],
    [Object.keys(actionSchemas).length > 0, ["validateActionConfig", "planAction", "invokeAction"]],
  ];
  return announced
    .filter(([isAnnounced]) => isAnnounced === true)
    .flatMap(([, calls]) => calls)
    .filter((rpc) => handlers[rpc] === undefined)
    .map((rpc) => `${rpc} is announced, and not implemented.`);
}
