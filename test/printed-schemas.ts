import { type Feature, has, realCore } from "./real-core";

type Schemas = Readonly<Record<string, Readonly<Record<string, object>>>>;

interface Printed {
  readonly provider_schemas: Schemas;
}

/** The sorts of schema that not every version prints. */
const sorts: Readonly<Record<string, Feature>> = {
  functions: "provider functions",
  ephemeral_resource_schemas: "ephemeral resources",
  resource_identity_schemas: "resource identity",
  list_resource_schemas: "list resources",
  action_schemas: "actions",
};

/**
 * What `providers schema -json` of the tested program prints of these schemas, with its registry. Neither empty sorts nor
 * those that it does not know are printed, nor whether an attribute is write-only if it does not know that.
 */
export function asPrinted(schemas: object): object {
  const { provider_schemas: all, ...rest } = JSON.parse(JSON.stringify(schemas), known) as Printed;
  const printed = Object.entries(all).map(([source, schema]) => [
    source.replace(/^[^/]+/, realCore().registry),
    Object.fromEntries(
      Object.entries(schema).filter(([sort, members]) => {
        const needed = sorts[sort];
        return Object.keys(members).length > 0 && (needed === undefined || has(needed));
      }),
    ),
  ]);
  return { ...rest, provider_schemas: Object.fromEntries(printed) };
}

/** What the program printed, without the texts of deprecations, which only new versions print. */
export function printedSchemas(stdout: string): object {
  return JSON.parse(stdout, (key, value) => (key === "deprecation_message" ? undefined : value)) as object;
}

function known(key: string, value: unknown): unknown {
  const isUnknown = key === "deprecation_message" || (key === "write_only" && !has("write-only attributes"));
  return isUnknown ? undefined : value;
}
